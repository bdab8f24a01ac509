package dev.hoop.proto.pg.internal.session;

import dev.hoop.proto.pg.internal.codec.Frame;
import dev.hoop.proto.pg.internal.message.FrontendTag;
import dev.hoop.proto.pg.internal.statement.PgStatement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the answers to everything before a statement on which an approval may be spent: when one of those messages fails,
 * the server skips the statement, or refuses it in a transaction that has failed.
 *
 * <p>The server answers what is not synced only when its buffer is full or it is told to, so it gets a Flush here. That has
 * no answer and changes nothing but when the answers come. Confined to its loop.
 */
final class Settling {

    private final Conversation conversation;
    private final Extended extended;
    private final Outbox server;
    private @Nullable CompletableFuture<Boolean> waiting;
    private @Nullable PgStatement statement;

    Settling(Conversation conversation, Extended extended, Outbox server) {
        this.conversation = conversation;
        this.extended = extended;
        this.server = server;
    }

    /**
     * Whether the server would run the statement, once that is known.
     *
     * @param portal what an Execute runs; null where it is a simple query
     */
    CompletionStage<Boolean> begin(PgStatement asked, @Nullable Portal portal) {
        if (portal != null) {
            extended.sendAhead(portal);
        }
        if (isKnown()) {
            server.flush();
            return CompletableFuture.completedStage(wouldRun(asked));
        }
        if (!conversation.replies.endsWithSegment()) {
            server.add(conversation
                    .server
                    .alloc()
                    .buffer(Frame.HEADER)
                    .writeByte(FrontendTag.FLUSH)
                    .writeInt(Integer.BYTES));
        }
        server.flush();
        CompletableFuture<Boolean> begun = new CompletableFuture<>();
        waiting = begun;
        statement = asked;
        conversation.settling = true;
        return begun;
    }

    /** Looks whether it is known by now. */
    void look() {
        PgStatement asked = statement;
        if (asked != null && isKnown()) {
            end(wouldRun(asked));
        }
    }

    /** Nobody wants to know any more. */
    void leave() {
        end(false);
    }

    private void end(boolean would) {
        CompletableFuture<Boolean> told = waiting;
        waiting = null;
        statement = null;
        conversation.settling = false;
        if (told != null) {
            told.complete(would);
        }
    }

    private boolean isKnown() {
        return conversation.replies.copyIn() || conversation.replies.isEmpty();
    }

    /** In the midst of the data of a COPY any statement is an error that ends it. */
    private boolean wouldRun(PgStatement asked) {
        return !conversation.replies.copyIn() && !(conversation.hasFailed() && asked.isRefusedOnceFailed());
    }
}
