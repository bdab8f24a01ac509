package dev.hoop.proto.grpc.internal.statement;

import dev.hoop.core.statement.Risk;
import dev.hoop.core.statement.Statement;
import dev.hoop.proto.grpc.internal.descriptor.MessageText;
import dev.hoop.proto.grpc.internal.message.CallHead;
import dev.hoop.proto.grpc.internal.message.MethodPath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * A call, or one message of it, as a statement. Its text is the method's path; where the message is read, a line break and
 * the message follow.
 */
public final class GrpcStatement implements Statement {

    /** The protocol id. */
    public static final String PROTOCOL = "grpc";

    private final MethodPath method;
    private final String operation;
    private final Map<String, String> facts;
    private final List<String> readings;
    private final String shown;

    private GrpcStatement(
            MethodPath method, String operation, Map<String, String> facts, List<String> readings, String shown) {
        this.method = method;
        this.operation = operation;
        this.facts = facts;
        this.readings = readings;
        this.shown = shown;
    }

    /** A call of which no message is known. */
    public static GrpcStatement ofHead(StatementTerms terms, CallHead head) {
        String path = head.method().text();
        return new GrpcStatement(head.method(), terms.operation(head.method()), terms.facts(head), List.of(path), path);
    }

    /** The same call with one message of it, read. */
    public GrpcStatement withText(MessageText text) {
        String whole = shown + '\n' + text.json();
        return new GrpcStatement(method, operation, facts, List.of(whole, shown + '\n' + text.values()), whole);
    }

    /** The same call with one message of it, which nobody reads: rules see the method, and people a mark. */
    public GrpcStatement withMark(StatementTerms terms, byte[] message) {
        return new GrpcStatement(method, operation, facts, readings, shown + '\n' + terms.mark(message));
    }

    public MethodPath method() {
        return method;
    }

    @Override
    public String protocol() {
        return PROTOCOL;
    }

    @Override
    public String operation() {
        return operation;
    }

    @Override
    public Set<String> effects() {
        return operation.equals(UNKNOWN) ? Set.of() : Set.of(operation);
    }

    @Override
    public List<String> readings() {
        return readings;
    }

    @Override
    public byte[] payload() {
        return shown.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String summary() {
        return shown;
    }

    /** The method's path. */
    @Override
    public Optional<String> shape() {
        return Optional.of(method.text());
    }

    /** By the method's operation; a name that says it removes is taken at its word. */
    @Override
    public Risk risk() {
        return Operations.risk(operation, method.method());
    }

    @Override
    public void tellFacts(BiConsumer<String, String> told) {
        facts.forEach(told);
    }

    /** What {@link #summary()} says. */
    @Override
    public String toString() {
        return summary();
    }
}
