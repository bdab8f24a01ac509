package dev.hoop.proto.pg.internal.session;

import dev.hoop.core.audit.AuditEvent;
import dev.hoop.core.gate.Gate;
import dev.hoop.core.statement.Origin;
import dev.hoop.proto.pg.internal.message.Report;
import dev.hoop.proto.pg.internal.statement.ClientEncoding;
import dev.hoop.proto.pg.internal.statement.Prepared;
import dev.hoop.proto.pg.internal.statement.ReadingTerms;
import dev.hoop.proto.pg.internal.statement.StatementTerms;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;

/** What both directions of one conversation share. Confined to its loop. */
final class Conversation {

    /** ReadyForQuery's word for "not in a transaction". */
    static final byte IDLE = 'I';

    final Channel client;
    final Channel server;
    final Gate gate;
    final StatementTerms statementTerms;
    final Replies replies = new Replies();
    final Names<Prepared> statements;
    final Names<Portal> portals;
    final SpentApprovals approvals;
    final Kept messages;
    final Kept names;

    /** Whether somebody waits for every answer. */
    boolean settling;

    /** ReadyForQuery's word for a transaction that has failed. */
    private static final byte FAILED = 'E';

    private Origin origin;
    private ReadingTerms terms = ReadingTerms.DEFAULT;
    private byte transaction = IDLE;

    /** Whether an error may undo a change of how texts are read, since it was made in the transaction that is open. */
    private boolean termsMayRevert;

    private boolean bindingWithdrawn;
    private boolean ready;
    private boolean saidGoodbye;
    private boolean over;
    private boolean watched;
    private long lastTraffic;

    /** @param maxNamedBytes as much is remembered of prepared statements, and of portals */
    Conversation(
            Channel client,
            Channel server,
            Gate gate,
            Origin origin,
            StatementTerms statementTerms,
            long maxNamedBytes,
            StatementMemory.Shared memory) {
        this.messages = new Kept(memory.messages());
        this.names = new Kept(memory.names());
        this.statements = new Names<>(replies, maxNamedBytes, names);
        this.portals = new Names<>(replies, maxNamedBytes, names);
        this.client = client;
        this.server = server;
        this.gate = gate;
        this.origin = origin;
        this.statementTerms = statementTerms;
        this.approvals = new SpentApprovals(gate, this::origin);
    }

    /** Where statements that are sent now come from. */
    Origin origin() {
        return origin;
    }

    /** How a text that is sent now will be read. */
    ReadingTerms terms() {
        return mayChangeReading() ? terms.uncertain() : terms;
    }

    /** The encoding of values that are sent now; of ASCII alone where it is being changed. */
    ClientEncoding valueEncoding() {
        return mayChangeReading() ? ClientEncoding.of("") : terms.encoding();
    }

    private boolean mayChangeReading() {
        return replies.mayChangeReading() || (termsMayRevert && !replies.isEmpty());
    }

    /** The session has a value of {@code standard_conforming_strings} that no reload of the configuration changes. */
    void pinStrings() {
        terms = terms.withStringsPinned();
    }

    /** The server reported a setting. */
    void setting(String name, String value) {
        if (name.equals("client_encoding")) {
            terms = terms.with(ClientEncoding.of(value));
            termsMayRevert = true;
        } else if (name.equals("standard_conforming_strings")) {
            terms = terms.withStandardConformingStrings(value.equals("on"));
            termsMayRevert = true;
        } else if (name.equals(Identity.APPLICATION_NAME)) {
            origin = Identity.renamed(origin, value);
        }
    }

    /** The server waits for a statement, with that transaction status. */
    void ready(byte status) {
        ready = true;
        transaction = status;
        if (status == IDLE) {
            // Portals end with their transaction.
            portals.settleRemovalOfAll();
            termsMayRevert &= !replies.isEmpty();
        }
        if (replies.allAnswered()) {
            statements.allSettled();
            portals.allSettled();
        }
    }

    /** The end of a segment was sent. */
    void endSegment() {
        statements.endSegment(replies.lastSegment());
        portals.endSegment(replies.lastSegment());
    }

    /** The server offered SASL mechanisms, one that binds to its channel among them or not. */
    void offered(boolean bindsToChannel) {
        bindingWithdrawn = bindsToChannel;
    }

    /** Whether the next answer of the client is to an offer from which the one that binds to the channel was taken. */
    boolean takeBindingWithdrawn() {
        boolean withdrawn = bindingWithdrawn;
        bindingWithdrawn = false;
        return withdrawn;
    }

    /** Whether the client is in and may send statements. */
    boolean isReady() {
        return ready;
    }

    /** Whether the transaction has failed, and will still be so when the server comes to what is sent now. */
    boolean hasFailed() {
        return transaction == FAILED && replies.isQuiet();
    }

    /** Whether nothing is in flight and no transaction is open. */
    boolean isIdle() {
        return ready && replies.isEmpty() && replies.allAnswered() && transaction == IDLE;
    }

    void traffic() {
        if (watched) {
            lastTraffic = System.nanoTime();
        }
    }

    /** From now on it is known when something was said last. */
    void watch() {
        watched = true;
        traffic();
    }

    long lastTraffic() {
        return lastTraffic;
    }

    ByteBuf encode(Report report) {
        return report.toBuffer(client.alloc(), terms.encoding().charset());
    }

    boolean isOver() {
        return over;
    }

    /** Ends it: the client is told, the server too. The report may stand only between two messages. */
    void end(Report report, boolean atBoundary) {
        if (over) {
            return;
        }
        over = true;
        approvals.close(AuditEvent.NotRun.CLIENT_GONE);
        client.writeAndFlush(atBoundary ? encode(report) : Unpooled.EMPTY_BUFFER)
                .addListener(ChannelFutureListener.CLOSE);
        server.close();
    }

    /** The client said that it goes: the server answers what it has, and ends it. */
    void goodbye() {
        saidGoodbye = true;
        server.writeAndFlush(terminate(), server.voidPromise());
    }

    /** The client is gone. */
    void clientGone() {
        over = true;
        approvals.close(AuditEvent.NotRun.CLIENT_GONE);
        boolean free = ready && replies.isEmpty() && !saidGoodbye;
        server.writeAndFlush(free ? terminate() : Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    /** The server is gone. */
    void serverGone(boolean announced, boolean atBoundary) {
        if (over) {
            return;
        }
        over = true;
        approvals.close(AuditEvent.NotRun.UPSTREAM_GONE);
        boolean silent = announced || saidGoodbye || !atBoundary;
        client.writeAndFlush(silent ? Unpooled.EMPTY_BUFFER : encode(PgDenials.lost()))
                .addListener(ChannelFutureListener.CLOSE);
    }

    private ByteBuf terminate() {
        return server.alloc().buffer(5).writeByte('X').writeInt(Integer.BYTES);
    }
}
