package dev.hoop.web;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;

/**
 * Turns answers into Netty's messages.
 *
 * @param always header fields that every answer has
 */
record HeadWriter(List<WebResponse.Field> always) {

    private static final DateText DATE = new DateText();

    FullHttpResponse complete(IncomingRequest request, WebResponse response, boolean keepAlive) {
        byte[] bytes = ((WebResponse.Body.Complete) response.body()).bytes();
        boolean bodiless = response.status() == 204 || response.status() == 304;
        ByteBuf body =
                request.method().equals("HEAD") || bodiless ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(bytes);
        FullHttpResponse message =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(response.status()), body);
        addFields(message.headers(), response);
        if (!bodiless) {
            message.headers().set(HttpHeaderNames.CONTENT_LENGTH, bytes.length);
        }
        if (!keepAlive) {
            message.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        } else if (!request.isHttp11()) {
            message.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
        }
        return message;
    }

    DefaultHttpResponse streamed(IncomingRequest request, WebResponse response) {
        DefaultHttpResponse message =
                new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(response.status()));
        addFields(message.headers(), response);
        if (request.isHttp11()) {
            message.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        message.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        return message;
    }

    FullHttpResponse refusal(WebFailure failure) {
        WebResponse response = failure.toResponse();
        byte[] bytes = ((WebResponse.Body.Complete) response.body()).bytes();
        FullHttpResponse message = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(response.status()), Unpooled.wrappedBuffer(bytes));
        addFields(message.headers(), response);
        message.headers().set(HttpHeaderNames.CONTENT_LENGTH, bytes.length);
        message.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        return message;
    }

    private void addFields(HttpHeaders headers, WebResponse response) {
        headers.set(HttpHeaderNames.DATE, DATE.now());
        headers.set("x-content-type-options", "nosniff");
        // What is no page has nothing to load, and nobody shows it in a frame; a page brings its own policy.
        headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
        always.forEach(field -> headers.set(field.name(), field.value()));
        for (WebResponse.Field field : response.fields()) {
            if (field.name().equalsIgnoreCase("content-security-policy")) {
                headers.remove(field.name());
            }
            headers.add(field.name(), field.value());
        }
    }
}
