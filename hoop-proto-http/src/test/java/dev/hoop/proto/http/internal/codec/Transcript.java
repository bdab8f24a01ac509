package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.Framing;
import dev.hoop.proto.http.internal.message.RequestHead;
import dev.hoop.proto.http.internal.message.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a decoder says of some bytes, however they were cut: the parts of one body are one line. */
final class Transcript {

    private final List<String> lines = new ArrayList<>();
    private final StringBuilder body = new StringBuilder();

    static List<String> ofRequests(List<byte[]> parts) {
        Transcript transcript = new Transcript();
        Http1RequestDecoder decoder = new Http1RequestDecoder(HeadLimits.DEFAULT);
        transcript.feed(parts, buffer -> {
            Step step = decoder.advance(buffer);
            switch (step) {
                case HEAD -> transcript.lines.add(show(decoder.head()));
                case BODY -> transcript.body(decoder.body());
                case END -> transcript.end(decoder.trailers());
                case NEED_MORE -> {}
            }
            return step;
        });
        return transcript.lines;
    }

    /** @param closed whether the upstream closes behind the last part */
    static List<String> ofResponse(List<byte[]> parts, boolean headRequest, boolean closed) {
        Transcript transcript = new Transcript();
        Http1ResponseDecoder decoder = new Http1ResponseDecoder(HeadLimits.DEFAULT);
        decoder.expect(headRequest);
        boolean fed = transcript.feed(parts, buffer -> {
            Step step = decoder.advance(buffer);
            switch (step) {
                case HEAD -> transcript.lines.add(show(decoder.head()));
                case BODY -> transcript.body(decoder.body());
                case END -> transcript.end(decoder.trailers());
                case NEED_MORE -> {}
            }
            return step == Step.HEAD && decoder.head().switchesProtocols() ? Step.NEED_MORE : step;
        });
        if (closed && fed) {
            try {
                if (decoder.inputClosed() == Step.END) {
                    transcript.end(decoder.trailers());
                }
            } catch (BadMessage e) {
                transcript.bad(e);
            }
        }
        return transcript.lines;
    }

    private interface Advance {
        Step advance(ByteBuf in) throws BadMessage;
    }

    private boolean feed(List<byte[]> parts, Advance decoder) {
        ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer();
        try {
            for (byte[] part : parts) {
                buffer.writeBytes(part);
                while (decoder.advance(buffer) != Step.NEED_MORE) {
                    // The transcript is written by the way.
                }
                buffer.discardReadBytes();
            }
            if (buffer.isReadable()) {
                lines.add("LEFT " + buffer.toString(StandardCharsets.ISO_8859_1));
            }
            return true;
        } catch (BadMessage e) {
            bad(e);
            return false;
        } finally {
            buffer.release();
        }
    }

    private void bad(BadMessage problem) {
        body.setLength(0);
        lines.add("BAD " + problem.status() + " " + problem.reason());
    }

    private void body(ByteBuf part) {
        body.append(part.toString(StandardCharsets.ISO_8859_1));
        part.release();
    }

    private void end(Fields trailers) {
        if (!body.isEmpty()) {
            lines.add("BODY " + body);
            body.setLength(0);
        }
        lines.add("END" + show(trailers));
    }

    static String show(RequestHead head) {
        return head.method() + " " + head.target().raw() + " " + head.version().text() + show(head.fields()) + " "
                + show(head.framing()) + (head.keepAlive() ? " keep" : " close");
    }

    static String show(ResponseHead head) {
        return head.version().text() + " " + head.status() + " '" + head.reason() + "'" + show(head.fields()) + " "
                + show(head.framing()) + (head.keepAlive() ? " keep" : " close");
    }

    private static String show(Framing framing) {
        if (framing instanceof Framing.Length length) {
            return "length=" + length.bytes();
        }
        return framing instanceof Framing.Chunked
                ? "chunked"
                : framing instanceof Framing.UntilClose ? "until-close" : "none";
    }

    private static String show(Fields fields) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < fields.size(); i++) {
            shown.append(" [")
                    .append(fields.name(i))
                    .append('=')
                    .append(fields.value(i))
                    .append(']');
        }
        return shown.toString();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Text in which {@code \r \n \t \0 \xHH \\} stand for octets. */
    static byte[] unescaped(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char escape = text.charAt(++i);
            switch (escape) {
                case 'r' -> out.append('\r');
                case 'n' -> out.append('\n');
                case 't' -> out.append('\t');
                case '0' -> out.append('\0');
                case 'x' -> {
                    out.append((char) Integer.parseInt(text.substring(i + 1, i + 3), 16));
                    i += 2;
                }
                default -> out.append(escape);
            }
        }
        return bytes(out.toString());
    }
}
