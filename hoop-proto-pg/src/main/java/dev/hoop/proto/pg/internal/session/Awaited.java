package dev.hoop.proto.pg.internal.session;

import dev.hoop.core.gate.Approval;
import dev.hoop.proto.pg.internal.message.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A message that went to the server, and what becomes of it once the server has answered. Confined to its loop. */
final class Awaited {

    /** Messages, by what answers them. */
    enum Kind {
        /** ParseComplete. */
        PARSE,
        /** BindComplete. */
        BIND,
        /** CloseComplete. */
        CLOSE,
        /** ParameterDescription, then RowDescription or NoData. */
        DESCRIBE_STATEMENT,
        /** RowDescription or NoData. */
        DESCRIBE_PORTAL,
        /** CommandComplete, EmptyQueryResponse or PortalSuspended. */
        EXECUTE,
        /** Whatever it is, and then ReadyForQuery. */
        QUERY,
        /** FunctionCallResponse, and then ReadyForQuery. */
        FUNCTION_CALL,
        /** ReadyForQuery. */
        SYNC,
        /** Nothing of its own: the end of the data of a COPY. */
        COPY_END;

        /** Whether ReadyForQuery ends it. */
        boolean endsSegment() {
            return this == SYNC || this == QUERY || this == FUNCTION_CALL;
        }
    }

    final Kind kind;

    /** What to tell instead of the error that stands for a refused statement. */
    final Optional<Report> refusal;

    /** What released it. */
    final Optional<Approval> approval;

    /** Whether it may change how the server reads what comes behind it. */
    final boolean changesReading;

    private final @Nullable Runnable success;
    private @Nullable Consumer<int[]> description;

    /** Whether the refusal went out. */
    boolean told;

    /** The approvals of what it makes: where it fails, they are used and nothing has run by them. */
    List<Approval> serves = List.of();

    /** How an approved statement ended so far. */
    String result = "";

    private Awaited(
            Kind kind,
            Optional<Report> refusal,
            Optional<Approval> approval,
            boolean changesReading,
            @Nullable Runnable success) {
        this.kind = kind;
        this.refusal = refusal;
        this.approval = approval;
        this.changesReading = changesReading;
        this.success = success;
    }

    /** @param success what changes once the server has done it */
    static Awaited of(Kind kind, Runnable success) {
        return new Awaited(kind, Optional.empty(), Optional.empty(), false, success);
    }

    static Awaited of(Kind kind) {
        return new Awaited(kind, Optional.empty(), Optional.empty(), false, null);
    }

    /**
     * A statement that runs.
     *
     * @param success what changes once it has run; null for nothing
     */
    static Awaited statement(
            Kind kind, Optional<Approval> approval, boolean changesReading, @Nullable Runnable success) {
        return new Awaited(kind, Optional.empty(), approval, changesReading, success);
    }

    /** What was sent in the place of a refused statement. */
    static Awaited refused(Kind kind, Report refusal) {
        return new Awaited(kind, Optional.of(refusal), Optional.empty(), false, null);
    }

    /** @param types the OIDs of the parameters of what is described */
    static Awaited describeStatement(Consumer<int[]> types) {
        Awaited awaited = of(Kind.DESCRIBE_STATEMENT);
        awaited.description = types;
        return awaited;
    }

    /** It makes what that approval released. */
    void serves(Approval approval) {
        List<Approval> all = new ArrayList<>(serves);
        all.add(approval);
        serves = List.copyOf(all);
    }

    /** Whether an approval is used up should it fail. */
    boolean usesApproval() {
        return approval.isPresent() || !serves.isEmpty();
    }

    void described(int[] types) {
        if (description != null) {
            description.accept(types);
        }
    }

    void succeeded() {
        if (success != null) {
            success.run();
        }
    }
}
