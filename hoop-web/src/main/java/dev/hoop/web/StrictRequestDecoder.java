package dev.hoop.web;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;

/** Netty's decoder with every strict setting, and without its leniency for a length beside chunks. */
final class StrictRequestDecoder extends HttpRequestDecoder {

    StrictRequestDecoder(WebLimits limits) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.maxHeadBytes())
                .setMaxHeaderSize(limits.maxHeadBytes())
                .setMaxChunkSize(8 * 1024)
                .setAllowDuplicateContentLengths(false)
                .setStrictLineParsing(true)
                .setUseRfc9112TransferEncoding(true)
                .setValidateHeaders(true));
    }

    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
        // RFC 9112, section 6.3: such a message "ought to be handled as an error".
        throw new IllegalArgumentException("both Transfer-Encoding and Content-Length");
    }
}
