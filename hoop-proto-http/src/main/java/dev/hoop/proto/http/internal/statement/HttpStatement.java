package dev.hoop.proto.http.internal.statement;

import dev.hoop.core.statement.Statement;
import dev.hoop.proto.http.internal.message.RequestHead;
import java.util.List;
import java.util.Set;

/**
 * A request as a statement. Its payload is {@code METHOD target}, the lines of method overrides where there are any, an
 * empty line, the body; the target is the one that the upstream is asked, without its secrets.
 */
public final class HttpStatement implements Statement {

    private final StatementTerms terms;
    private final RequestHead head;
    private final byte[] body;

    private HttpStatement(StatementTerms terms, RequestHead head, byte[] body) {
        this.terms = terms;
        this.head = head;
        this.body = body;
    }

    /** A request of which the head is known. */
    public static HttpStatement ofHead(StatementTerms terms, RequestHead head) {
        return new HttpStatement(terms, head, new byte[0]);
    }

    /**
     * The same request with its body.
     *
     * @param whole the whole body; must not change any more
     */
    public HttpStatement withBody(byte[] whole) {
        return new HttpStatement(terms, head, whole);
    }

    public RequestHead head() {
        return head;
    }

    @Override
    public String protocol() {
        return "http";
    }

    @Override
    public String operation() {
        throw new UnsupportedOperationException("not yet " + terms + body.length);
    }

    @Override
    public Set<String> effects() {
        throw new UnsupportedOperationException("not yet");
    }

    @Override
    public List<String> readings() {
        throw new UnsupportedOperationException("not yet");
    }

    @Override
    public byte[] payload() {
        throw new UnsupportedOperationException("not yet");
    }

    @Override
    public String summary() {
        throw new UnsupportedOperationException("not yet");
    }
}
