package dev.hoop.web;

/**
 * Whose an event stream is. One owner has no more than so many at a time, so that nobody takes the places of all.
 *
 * @param name the same for the same owner
 * @param most open streams of this owner; a further one gets 429
 * @param refusal what a further one is told: it says what to do
 */
public record StreamOwner(String name, int most, String refusal) {

    /** @throws IllegalArgumentException when the owner may have none */
    public StreamOwner {
        if (most < 1) {
            throw new IllegalArgumentException("an owner may have one stream at least");
        }
    }
}
