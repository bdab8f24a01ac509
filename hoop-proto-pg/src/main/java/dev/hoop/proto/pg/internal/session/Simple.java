package dev.hoop.proto.pg.internal.session;

import dev.hoop.core.gate.Approval;
import dev.hoop.proto.pg.internal.codec.Frame;
import dev.hoop.proto.pg.internal.message.FrontendTag;
import dev.hoop.proto.pg.internal.message.FunctionCall;
import dev.hoop.proto.pg.internal.message.ProtocolViolation;
import dev.hoop.proto.pg.internal.message.Query;
import dev.hoop.proto.pg.internal.message.Report;
import dev.hoop.proto.pg.internal.statement.NameCommand;
import dev.hoop.proto.pg.internal.statement.PgStatement;
import dev.hoop.proto.pg.internal.statement.SqlText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Query and FunctionCall: what is judged, run and answered in one. Confined to its loop. */
final class Simple {

    /**
     * What goes to the server in the place of a refused text: no statement of any version, so that its parser fails it and
     * nothing else. It is what the server's log shows.
     */
    private static final byte[] REFUSED = "refused by hoop".getBytes(StandardCharsets.US_ASCII);

    private final Conversation conversation;
    private final Outbox server;
    private @Nullable PgStatement statement;
    private boolean released;
    private Optional<Approval> approval = Optional.empty();

    Simple(Conversation conversation, Outbox server) {
        this.conversation = conversation;
        this.server = server;
    }

    /** The statement of a message. */
    PgStatement read(Frame frame) throws ProtocolViolation {
        PgStatement known = statement;
        if (known == null) {
            known = frame.tag() == FrontendTag.QUERY
                    ? PgStatement.ofQuery(
                            SqlText.read(
                                    Query.read(frame.buffer(), frame.bodyStart(), frame.end())
                                            .text(),
                                    conversation.terms()),
                            conversation.statementTerms)
                    : PgStatement.ofCall(
                            FunctionCall.read(frame.buffer(), frame.bodyStart(), frame.end()),
                            conversation.valueEncoding(),
                            conversation.statementTerms);
            statement = known;
        }
        return known;
    }

    void release(Optional<Approval> by) {
        released = true;
        approval = by;
    }

    boolean isReleased() {
        return released;
    }

    /** Sends the message that was read and released. */
    void run(Frame frame) {
        PgStatement known = statement;
        if (known == null || !released) {
            throw new IllegalStateException("a statement runs after it was read and released");
        }
        SqlText text = known.sql();
        conversation.approvals.sent(approval);
        boolean query = frame.tag() == FrontendTag.QUERY;
        List<NameCommand> commands = query ? text.nameCommands() : List.of();
        if (query) {
            // The server drops the unnamed statement and portal with each Query.
            conversation.statements.sendingRemoval("");
            conversation.portals.sendingRemoval("");
        }
        PreparedNames names = new PreparedNames(conversation.statements);
        names.sending(commands);
        conversation.replies.add(Awaited.statement(
                query ? Awaited.Kind.QUERY : Awaited.Kind.FUNCTION_CALL,
                approval,
                text.mayChangeReading(),
                () -> names.settle(commands, query)));
        conversation.endSegment();
        server.add(frame);
        drop();
    }

    /** Sends what the server fails. */
    void refuse(Report report) {
        conversation.replies.add(Awaited.refused(Awaited.Kind.QUERY, report));
        conversation.endSegment();
        server.add(conversation
                .server
                .alloc()
                .buffer(Frame.HEADER + REFUSED.length + 1)
                .writeByte(FrontendTag.QUERY)
                .writeInt(Integer.BYTES + REFUSED.length + 1)
                .writeBytes(REFUSED)
                .writeByte(0));
        drop();
    }

    /** Forgets the message that was read. */
    void drop() {
        statement = null;
        released = false;
        approval = Optional.empty();
    }
}
