package dev.hoop.proto.pg.internal.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * ErrorResponse or NoticeResponse, as far as the sidecar says something itself.
 *
 * @param severity what it is
 * @param code the SQLSTATE, five characters
 * @param message the primary text
 * @param detail more about it
 * @param hint what to do
 */
public record Report(Severity severity, String code, String message, Optional<String> detail, Optional<String> hint) {

    /** Severities, by their word. */
    public enum Severity {
        NOTICE(BackendTag.NOTICE_RESPONSE),
        ERROR(BackendTag.ERROR_RESPONSE),
        /** The connection ends with it. */
        FATAL(BackendTag.ERROR_RESPONSE);

        private final byte tag;

        Severity(byte tag) {
            this.tag = tag;
        }
    }

    public static Report notice(String message) {
        // 00000, successful_completion: a notice that is no warning has it.
        return new Report(Severity.NOTICE, "00000", message, Optional.empty(), Optional.empty());
    }

    public static Report error(String code, String message) {
        return new Report(Severity.ERROR, code, message, Optional.empty(), Optional.empty());
    }

    public static Report fatal(String code, String message) {
        return new Report(Severity.FATAL, code, message, Optional.empty(), Optional.empty());
    }

    /** The message, in the client's encoding. */
    public ByteBuf toBuffer(ByteBufAllocator allocator, Charset charset) {
        ByteBuf out = allocator.buffer(64 + 2 * message.length());
        out.writeByte(severity.tag).writeInt(0);
        // Field codes: the chapter "Error and Notice Message Fields".
        field(out, 'S', severity.name(), charset);
        field(out, 'V', severity.name(), charset);
        field(out, 'C', code, charset);
        field(out, 'M', message, charset);
        detail.ifPresent(text -> field(out, 'D', text, charset));
        hint.ifPresent(text -> field(out, 'H', text, charset));
        out.writeByte(0);
        out.setInt(1, out.readableBytes() - 1);
        return out;
    }

    /** The same where the client's encoding is not known yet. */
    public ByteBuf toBuffer(ByteBufAllocator allocator) {
        return toBuffer(allocator, StandardCharsets.UTF_8);
    }

    private static void field(ByteBuf out, char code, String text, Charset charset) {
        out.writeByte(code)
                .writeBytes(text.replace('\0', ' ').getBytes(charset))
                .writeByte(0);
    }

    /**
     * The value of one field of such a message.
     *
     * @param body the body; not read away, not released
     * @param code the field's code
     */
    public static Optional<String> field(ByteBuf body, char code) {
        ByteBuf fields = body.slice();
        while (fields.isReadable()) {
            byte found = fields.readByte();
            int length = fields.bytesBefore((byte) 0);
            if (found == 0 || length < 0) {
                break;
            }
            if (found == code) {
                return Optional.of(fields.toString(fields.readerIndex(), length, StandardCharsets.UTF_8));
            }
            fields.skipBytes(length + 1);
        }
        return Optional.empty();
    }
}
