package dev.hoop.proto.pg.internal.session;

import dev.hoop.proto.pg.internal.codec.Frame;
import dev.hoop.proto.pg.internal.message.Bind;
import dev.hoop.proto.pg.internal.message.Execute;
import dev.hoop.proto.pg.internal.message.FrontendTag;
import dev.hoop.proto.pg.internal.message.Parse;
import dev.hoop.proto.pg.internal.message.ProtocolViolation;
import dev.hoop.proto.pg.internal.message.Report;
import dev.hoop.proto.pg.internal.message.Target;
import dev.hoop.proto.pg.internal.statement.NameCommand;
import dev.hoop.proto.pg.internal.statement.PgStatement;
import dev.hoop.proto.pg.internal.statement.Prepared;
import dev.hoop.proto.pg.internal.statement.SqlText;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The extended query protocol: which statement an Execute runs, and with what. Confined to its loop. */
final class Extended {

    /**
     * What goes to the server in the place of a refused statement: an Execute of a portal that does not exist, which fails
     * and does nothing else. No client can know the name, so none can make it.
     */
    private static final byte[] NO_PORTAL = noPortal();

    private final Conversation conversation;
    private final Outbox server;
    private final Deferred deferred = new Deferred();
    private final PreparedNames preparedNames;

    /** The portal of an Execute that is judged, where its name tells none. */
    private @Nullable Portal unseen;

    Extended(Conversation conversation, Outbox server) {
        this.conversation = conversation;
        this.server = server;
        this.preparedNames = new PreparedNames(conversation.statements);
    }

    private static byte[] noPortal() {
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        return ("refused by hoop " + HexFormat.of().formatHex(random)).getBytes(StandardCharsets.US_ASCII);
    }

    /** Keeps a message that runs nothing until it may go; false when it depends on answers that have not come. */
    boolean defer(Frame frame) throws ProtocolViolation {
        switch (frame.tag()) {
            case FrontendTag.PARSE -> deferParse(frame);
            case FrontendTag.BIND -> {
                return deferBind(frame);
            }
            case FrontendTag.DESCRIBE -> deferDescribe(frame);
            case FrontendTag.CLOSE -> deferClose(frame);
            default -> throw new IllegalArgumentException("a message that is not kept");
        }
        return true;
    }

    private void deferParse(Frame frame) throws ProtocolViolation {
        Parse parse = Parse.read(frame.buffer(), frame.bodyStart(), frame.end());
        String name = parse.name();
        Prepared prepared =
                new Prepared(name, SqlText.read(parse.text(), conversation.terms()), parse.parameterTypes());
        Names<Prepared> names = conversation.statements;
        int bytes = frame.size();
        names.sending(name, prepared, bytes);
        deferred.add(
                frame,
                Awaited.of(Awaited.Kind.PARSE, () -> names.settle(name, prepared, bytes)),
                new Deferred.Prepares(prepared));
    }

    private boolean deferBind(Frame frame) throws ProtocolViolation {
        Bind bind = Bind.read(frame.buffer(), frame.bodyStart(), frame.end());
        Names.Lookup<Prepared> found = conversation.statements.lookup(bind.statement());
        if (found instanceof Names.Lookup.Unsettled && !conversation.replies.copyIn()) {
            return false;
        }
        Prepared prepared =
                found instanceof Names.Lookup.Found<Prepared> known ? known.value() : Prepared.unseen(bind.statement());
        String name = bind.portal();
        Portal portal = new Portal(
                prepared,
                PgStatement.ofPortal(
                        name, prepared, conversation.valueEncoding(), bind.parameters(), conversation.statementTerms));
        Names<Portal> names = conversation.portals;
        int bytes = frame.size();
        names.sending(name, portal, bytes);
        deferred.add(
                frame,
                Awaited.of(Awaited.Kind.BIND, () -> {
                    names.settle(name, portal, bytes);
                    portal.approval.ifPresent(conversation.approvals::bound);
                }),
                new Deferred.Binds(portal));
        return true;
    }

    private void deferDescribe(Frame frame) throws ProtocolViolation {
        Target target = Target.read(frame.buffer(), frame.bodyStart(), frame.end(), "Describe");
        Awaited awaited = target.kind() == Target.Kind.PORTAL
                ? Awaited.of(Awaited.Kind.DESCRIBE_PORTAL)
                : Awaited.describeStatement(learner(target.name()));
        deferred.add(frame, awaited, Deferred.NOTHING);
    }

    /** Learns the types of the statement that has the name now; what takes the name over meanwhile has types of its own. */
    private Consumer<int[]> learner(String name) {
        Names<Prepared> names = conversation.statements;
        return names.lookup(name) instanceof Names.Lookup.Found<Prepared> described
                ? types ->
                        names.replace(name, described.value(), described.value().withTypes(types))
                : types -> {};
    }

    private void deferClose(Frame frame) throws ProtocolViolation {
        Target target = Target.read(frame.buffer(), frame.bodyStart(), frame.end(), "Close");
        Names<?> names = target.kind() == Target.Kind.PORTAL ? conversation.portals : conversation.statements;
        names.sendingRemoval(target.name());
        Awaited awaited = Awaited.of(Awaited.Kind.CLOSE, () -> names.settleRemoval(target.name()));
        deferred.add(frame, awaited, Deferred.NOTHING);
    }

    @Nullable
    Portal unjudged() {
        return deferred.unjudged();
    }

    int bytes() {
        return deferred.bytes();
    }

    boolean isFull() {
        return deferred.isFull();
    }

    boolean isEmpty() {
        return deferred.isEmpty();
    }

    void sendDeferred() {
        if (!deferred.isEmpty()) {
            deferred.send(server, conversation.replies);
        }
    }

    /** Sends what is kept that came before anything of that portal: if it fails, the portal is never run. */
    void sendAhead(Portal portal) {
        deferred.sendAhead(portal, server, conversation.replies);
    }

    /** The portal that an Execute runs; empty when that depends on answers that have not come. */
    Optional<Portal> toRun(Frame frame) throws ProtocolViolation {
        if (unseen != null) {
            return Optional.of(unseen);
        }
        Execute execute = Execute.read(frame.buffer(), frame.bodyStart(), frame.end());
        Names.Lookup<Portal> found = conversation.portals.lookup(execute.portal());
        if (found instanceof Names.Lookup.Found<Portal> known) {
            return Optional.of(known.value());
        }
        if (found instanceof Names.Lookup.Unsettled && !conversation.replies.copyIn()) {
            return Optional.empty();
        }
        unseen = unseenPortal(execute.portal());
        return Optional.of(unseen);
    }

    private Portal unseenPortal(String name) {
        Prepared prepared =
                new Prepared("", SqlText.unseen("portal \"" + name + "\" whose text was not seen"), new int[0]);
        return new Portal(
                prepared,
                PgStatement.ofPortal(
                        name, prepared, conversation.valueEncoding(), List.of(), conversation.statementTerms));
    }

    /** Sends an Execute whose portal may run. */
    void run(Frame frame, Portal portal) {
        portal.ran = true;
        unseen = null;
        conversation.approvals.sent(portal.approval);
        List<NameCommand> commands = portal.prepared.sql().nameCommands();
        preparedNames.sending(commands);
        conversation.replies.add(Awaited.statement(
                Awaited.Kind.EXECUTE,
                portal.approval,
                portal.prepared.sql().mayChangeReading(),
                commands.isEmpty() ? null : () -> preparedNames.settle(commands, false)));
        server.add(frame);
    }

    /** Sends a Sync. */
    void sync(Frame frame) {
        if (conversation.replies.add(Awaited.of(Awaited.Kind.SYNC))) {
            conversation.endSegment();
        }
        server.add(frame);
    }

    /** Drops what is kept and sends what the server fails. */
    void refuse(Report report) {
        drop();
        conversation.replies.add(Awaited.refused(Awaited.Kind.EXECUTE, report));
        server.add(conversation
                .server
                .alloc()
                .buffer(Frame.HEADER + NO_PORTAL.length + 1 + Integer.BYTES)
                .writeByte(FrontendTag.EXECUTE)
                .writeInt(Integer.BYTES + NO_PORTAL.length + 1 + Integer.BYTES)
                .writeBytes(NO_PORTAL)
                .writeByte(0)
                .writeInt(0));
    }

    void drop() {
        deferred.drop();
        unseen = null;
    }
}
