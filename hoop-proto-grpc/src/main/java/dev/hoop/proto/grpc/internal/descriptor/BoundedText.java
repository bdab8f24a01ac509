package dev.hoop.proto.grpc.internal.descriptor;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Text that refuses to become longer than it may. */
final class BoundedText implements Appendable {

    private final StringBuilder text = new StringBuilder();
    private final int limit;

    BoundedText(int limit) {
        this.limit = limit;
    }

    @Override
    public BoundedText append(@Nullable CharSequence more) throws IOException {
        CharSequence known = more == null ? "null" : more;
        return append(known, 0, known.length());
    }

    @Override
    public BoundedText append(@Nullable CharSequence more, int start, int end) throws IOException {
        if (end - start > limit - text.length()) {
            throw new IOException("longer than " + limit);
        }
        text.append(more == null ? "null" : more, start, end);
        return this;
    }

    @Override
    public BoundedText append(char more) throws IOException {
        if (text.length() == limit) {
            throw new IOException("longer than " + limit);
        }
        text.append(more);
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
