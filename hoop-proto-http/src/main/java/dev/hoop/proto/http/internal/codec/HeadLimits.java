package dev.hoop.proto.http.internal.codec;

/**
 * What a head or trailers may take.
 *
 * @param headBytes bytes of the whole head, and of a whole trailer section; beyond: 431
 * @param targetBytes bytes of the request target; beyond: 414
 * @param fields lines of fields; beyond: 431
 */
public record HeadLimits(int headBytes, int targetBytes, int fields) {

    /** 64 KiB, a target of 32 KiB, 200 fields. */
    public static final HeadLimits DEFAULT = new HeadLimits(64 * 1024, 32 * 1024, 200);

    public HeadLimits {
        if (headBytes < 64 || targetBytes < 1 || targetBytes >= headBytes || fields < 1) {
            throw new IllegalArgumentException("limits must leave room for a head");
        }
    }
}
