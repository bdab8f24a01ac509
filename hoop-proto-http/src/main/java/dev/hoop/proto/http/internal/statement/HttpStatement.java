package dev.hoop.proto.http.internal.statement;

import dev.hoop.core.statement.Risk;
import dev.hoop.core.statement.Statement;
import dev.hoop.proto.http.internal.message.RequestHead;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A request as a statement. Its payload is {@code METHOD target}, then a line for every field that overrides the method,
 * an empty line, and the body; the target is the one that the upstream is asked, without its secrets, so that a person
 * approves what runs.
 *
 * <p>Everything that costs is made when it is first asked for, and kept.
 */
public final class HttpStatement implements Statement {

    /** The protocol id. */
    public static final String PROTOCOL = "http";

    private static final byte[] NO_BODY = new byte[0];

    private final StatementTerms terms;
    private final RequestHead head;
    private final byte[] body;
    private @Nullable Methods methods;
    private @Nullable String shownTarget;
    private byte @Nullable [] payload;
    private @Nullable List<String> readings;

    private HttpStatement(StatementTerms terms, RequestHead head, byte[] body) {
        this.terms = terms;
        this.head = head;
        this.body = body;
    }

    /** A request of which the head is known. */
    public static HttpStatement ofHead(StatementTerms terms, RequestHead head) {
        return new HttpStatement(terms, head, NO_BODY);
    }

    /**
     * The same request with its body.
     *
     * @param whole the whole body; must not change any more
     */
    public HttpStatement withBody(byte[] whole) {
        HttpStatement statement = new HttpStatement(terms, head, whole);
        statement.methods = methods;
        statement.shownTarget = shownTarget;
        return statement;
    }

    public RequestHead head() {
        return head;
    }

    @Override
    public String protocol() {
        return PROTOCOL;
    }

    /** The method in upper case; unknown where the request names another one to run instead. */
    @Override
    public String operation() {
        return methods().operation();
    }

    /** Every method that the request names, in upper case. */
    @Override
    public Set<String> effects() {
        return methods().effects();
    }

    private Methods methods() {
        Methods known = methods;
        if (known == null) {
            known = Methods.of(head);
            methods = known;
        }
        return known;
    }

    @Override
    public List<String> readings() {
        List<String> known = readings;
        if (known == null) {
            known = TextReadings.of(head, body);
            readings = known;
        }
        return known;
    }

    @Override
    public byte[] payload() {
        byte[] known = payload;
        if (known == null) {
            StringBuilder start = new StringBuilder(requestLine()).append('\n');
            methods().overrides().forEach(line -> start.append(line).append('\n'));
            start.append('\n');
            byte[] bytes = start.toString().getBytes(StandardCharsets.ISO_8859_1);
            ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + body.length);
            out.writeBytes(bytes);
            out.writeBytes(body);
            known = out.toByteArray();
            payload = known;
        }
        return known;
    }

    /** The first line of the payload. The body is no part of it: see {@code http.capture_body}. */
    @Override
    public String summary() {
        List<String> overrides = methods().overrides();
        return overrides.isEmpty() ? requestLine() : requestLine() + " (" + String.join(", ", overrides) + ")";
    }

    private String requestLine() {
        String target = shownTarget;
        if (target == null) {
            target = terms.secrets().redact(head.target());
            shownTarget = target;
        }
        return head.method() + " " + target;
    }

    @Override
    public Optional<String> shape() {
        return Optional.of(RequestShape.of(head, methods().overrides()));
    }

    @Override
    public Risk risk() {
        return MethodRisk.of(methods());
    }

    @Override
    public void tellFacts(BiConsumer<String, String> told) {
        CapturedFacts.tell(terms.config(), head, body, told);
    }

    /** What {@link #summary()} says. */
    @Override
    public String toString() {
        return summary();
    }
}
