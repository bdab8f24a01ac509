package dev.hoop.proto.grpc;

import dev.hoop.proto.grpc.internal.descriptor.DescriptorSets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * A file with a descriptor set: read while the configuration is, so that a problem has its position.
 *
 * @param path as written, so relative to the working directory
 */
public record DescriptorFile(Path path) {

    /**
     * Checks that the path is that of a descriptor set.
     *
     * @throws IllegalArgumentException when it is not; the message says what to write instead
     */
    public static DescriptorFile parse(String text) {
        Path path;
        try {
            path = Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("this is not a path; write the path of a descriptor set", e);
        }
        DescriptorSets.read(path);
        return new DescriptorFile(path);
    }
}
