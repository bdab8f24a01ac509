package dev.hoop.web;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;

/**
 * Netty's decoder with every strict setting, and without what is lenient in it all the same: a length beside chunks, more
 * than one space in the request line (RFC 9112, section 3), a line of the head that is folded (section 5.2).
 */
final class StrictRequestDecoder extends HttpRequestDecoder {

    private enum Part {
        /** Before the request line: empty lines may precede it. */
        START,
        /** Between the request line and the empty line. */
        FIELDS,
        /** Behind the head. */
        BODY,
        /** Refused; whatever still comes is dropped. */
        REFUSED
    }

    private Part part = Part.START;

    /** Behind the last word of the request line that was split off. */
    private int wordEnd;

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
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
        if (part == Part.REFUSED) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (part != Part.BODY && hasFoldedLine(in)) {
            part = Part.REFUSED;
            in.skipBytes(in.readableBytes());
            HttpMessage refused = createInvalidMessage();
            refused.setDecoderResult(DecoderResult.failure(new IllegalArgumentException("a line begins with a blank")));
            out.add(refused);
            return;
        }
        int before = out.size();
        super.decode(ctx, in, out);
        for (Object message : out.subList(before, out.size())) {
            if (message instanceof HttpRequest) {
                part = Part.BODY;
            }
            if (message instanceof LastHttpContent) {
                part = Part.START;
            }
        }
    }

    /** The decoder takes whole lines only, so the buffer begins at the beginning of one. */
    private boolean hasFoldedLine(ByteBuf in) {
        boolean leading = part == Part.START;
        int end = in.writerIndex();
        int line = in.readerIndex();
        while (line < end) {
            int first = in.getByte(line);
            if (first == ' ' || first == '\t') {
                return true;
            }
            boolean empty = first == '\r' || first == '\n';
            if (empty && !leading) {
                return false;
            }
            leading &= empty;
            int feed = in.indexOf(line, end, (byte) '\n');
            if (feed < 0) {
                return false;
            }
            line = feed + 1;
        }
        return false;
    }

    @Override
    protected String splitFirstWordInitialLine(byte[] line, int start, int length) {
        part = Part.FIELDS;
        wordEnd = start + length;
        return super.splitFirstWordInitialLine(line, start, length);
    }

    @Override
    protected String splitSecondWordInitialLine(byte[] line, int start, int length) {
        nextWord(line, start, length);
        return super.splitSecondWordInitialLine(line, start, length);
    }

    @Override
    protected String splitThirdWordInitialLine(byte[] line, int start, int length) {
        nextWord(line, start, length);
        return super.splitThirdWordInitialLine(line, start, length);
    }

    private void nextWord(byte[] line, int start, int length) {
        if (start != wordEnd + 1 || line[wordEnd] != ' ') {
            throw new IllegalArgumentException("not exactly one space between two words of the request line");
        }
        wordEnd = start + length;
    }

    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
        // RFC 9112, section 6.3: such a message "ought to be handled as an error".
        throw new IllegalArgumentException("both Transfer-Encoding and Content-Length");
    }
}
