package dev.hoop.proto.grpc.internal.session;

import io.netty.util.internal.PlatformDependent;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The bytes of all calls on one event loop that wait here, since somebody does not read or has not decided. Each call keeps
 * little, and there may be very many: when all of them keep too much, the client that most is kept for is left. Confined to
 * the loop.
 */
final class KeptBytes {

    /** Whom bytes are kept for. */
    interface Owner {

        long kept();

        /** It is left, with all its calls. */
        void leave();
    }

    /** Of the memory that the process may use for buffers, shared by its loops. */
    private static final int SHARE = 2;

    private final long limit;
    private final Set<Owner> owners = new LinkedHashSet<>();
    private long total;

    KeptBytes(long limit) {
        this.limit = limit;
    }

    /** With the limit that fits this process. */
    static KeptBytes ofProcess() {
        long loops = Math.max(1, Runtime.getRuntime().availableProcessors());
        return new KeptBytes(PlatformDependent.maxDirectMemory() / SHARE / loops);
    }

    void join(Owner owner) {
        owners.add(owner);
    }

    /** What is kept for it counts no more. Once for each. */
    void left(Owner owner) {
        owners.remove(owner);
        total -= owner.kept();
    }

    /**
     * Counts for an owner that has joined and not left.
     *
     * @param bytes less than none when they are not kept any more
     */
    void add(int bytes) {
        total += bytes;
        if (bytes > 0 && total > limit) {
            owners.stream().max(Comparator.comparingLong(Owner::kept)).ifPresent(Owner::leave);
        }
    }
}
