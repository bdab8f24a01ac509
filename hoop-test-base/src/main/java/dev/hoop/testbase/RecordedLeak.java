package dev.hoop.testbase;

/**
 * A resource that was garbage collected without having been released.
 *
 * @param resourceType the class of the resource, as Netty names it
 * @param records where it was touched, newest first, as Netty prints it; empty where it was not traced
 */
public record RecordedLeak(String resourceType, String records) {

    @Override
    public String toString() {
        return resourceType + (records.isEmpty() ? " (not traced)" : records);
    }
}
