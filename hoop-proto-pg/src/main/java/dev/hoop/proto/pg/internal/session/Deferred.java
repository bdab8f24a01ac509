package dev.hoop.proto.pg.internal.session;

import dev.hoop.proto.pg.internal.codec.Frame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a segment that run nothing themselves (Parse, Bind, Describe, Close) and stay here until every portal that
 * they make may run: so that the server sees nothing of a statement before its decision. Confined to its loop.
 */
final class Deferred {

    /** So many bytes are kept at most before their portals are judged though nothing runs them yet. */
    private static final int FULL_BYTES = 1024 * 1024;

    /** A message and what it awaits; a portal where it makes one. */
    private record Message(Frame frame, Awaited awaited) {}

    private final List<Message> messages = new ArrayList<>();
    private final Deque<Portal> unjudged = new ArrayDeque<>();
    private int bytes;

    void add(Frame frame, Awaited awaited, Optional<Portal> makes) {
        messages.add(new Message(frame, awaited));
        bytes += frame.size();
        makes.ifPresent(unjudged::add);
    }

    boolean isEmpty() {
        return messages.isEmpty();
    }

    boolean isFull() {
        return bytes > FULL_BYTES;
    }

    /** The next portal to judge. */
    @Nullable
    Portal unjudged() {
        while (!unjudged.isEmpty() && unjudged.peek().released) {
            unjudged.remove();
        }
        return unjudged.peek();
    }

    /** Everything may go. */
    void send(Outbox server, Replies replies) {
        for (Message message : messages) {
            replies.add(message.awaited());
            server.add(message.frame().bytes());
        }
        clear();
    }

    /** Nothing may go. */
    void drop() {
        messages.forEach(message -> message.frame().release());
        clear();
    }

    private void clear() {
        messages.clear();
        unjudged.clear();
        bytes = 0;
    }
}
