package dev.hoop.proto.grpc.internal.codec;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** Messages of {@code grpc-encoding: gzip}, as far as they are read here. */
public final class Gzip {

    /** The name of the encoding. */
    public static final String NAME = "gzip";

    private Gzip() {}

    /**
     * The message without its compression.
     *
     * @param limit the most that it may have then
     * @return empty when it has more
     * @throws IOException when it is not compressed so
     */
    public static Optional<byte[]> inflate(byte[] compressed, int limit) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            byte[] inflated = in.readNBytes(limit);
            return inflated.length == limit && in.read() >= 0 ? Optional.empty() : Optional.of(inflated);
        }
    }
}
