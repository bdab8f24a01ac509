package dev.hoop.proto.pg.internal.session;

import dev.hoop.proto.pg.internal.codec.Frame;
import dev.hoop.proto.pg.internal.statement.Prepared;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a segment that run nothing themselves (Parse, Bind, Describe, Close) and stay here until every portal that
 * they make may run: so that the server sees nothing of a statement before its decision. Confined to its loop.
 */
final class Deferred {

    /** So many bytes are kept at most before their portals are judged though nothing runs them yet. */
    private static final int FULL_BYTES = 1024 * 1024;

    /** What a message makes. */
    sealed interface Makes {}

    record Prepares(Prepared prepared) implements Makes {}

    record Binds(Portal portal) implements Makes {}

    record MakesNothing() implements Makes {}

    static final Makes NOTHING = new MakesNothing();

    private record Message(Frame frame, Awaited awaited, Makes makes) {

        boolean isOf(Portal portal) {
            return (makes instanceof Prepares parse && parse.prepared() == portal.prepared)
                    || (makes instanceof Binds bind && bind.portal() == portal);
        }
    }

    private final List<Message> messages = new ArrayList<>();
    private final Deque<Portal> unjudged = new ArrayDeque<>();
    private int bytes;

    void add(Frame frame, Awaited awaited, Makes makes) {
        messages.add(new Message(frame, awaited, makes));
        bytes += frame.size();
        if (makes instanceof Binds bind) {
            unjudged.add(bind.portal());
        }
    }

    boolean isEmpty() {
        return messages.isEmpty();
    }

    int bytes() {
        return bytes;
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
            tellApproval(message);
            send(message, server, replies);
        }
        clear();
    }

    /** What makes an approved portal is known to serve its approval. */
    private void tellApproval(Message message) {
        if (message.makes() instanceof Binds bind && bind.portal().approval.isPresent()) {
            Portal portal = bind.portal();
            for (Message part : messages) {
                if (part.isOf(portal)) {
                    part.awaited().serves(portal.approval.get());
                }
            }
        }
    }

    private static void send(Message message, Outbox server, Replies replies) {
        replies.add(message.awaited());
        server.add(message.frame());
    }

    /** What came before the first message of the next portal to judge may go. */
    void sendAhead(Portal next, Outbox server, Replies replies) {
        int ahead = 0;
        while (ahead < messages.size() && !messages.get(ahead).isOf(next)) {
            ahead++;
        }
        if (ahead == messages.size()) {
            // Nothing of it is here, so all of this is behind it.
            return;
        }
        messages.subList(0, ahead).forEach(this::tellApproval);
        for (Message message : messages.subList(0, ahead)) {
            bytes -= message.frame().size();
            send(message, server, replies);
        }
        messages.subList(0, ahead).clear();
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
