package dev.hoop.proto.http.internal.statement;

import dev.hoop.core.statement.Response;

/**
 * An upstream's answer.
 *
 * @param code its status code
 */
public record HttpResponse(int code) implements Response {

    @Override
    public String protocol() {
        return "http";
    }

    @Override
    public String status() {
        return Integer.toString(code);
    }
}
