package dev.hoop.proto.http.internal.statement;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Ways in which servers come from octets to the text that they act on. */
final class Texts {

    private Texts() {}

    /** Octets as UTF-8 where they are that, else as ISO 8859-1, which any octets are. */
    static String of(byte[] bytes) {
        return strictly(bytes, StandardCharsets.UTF_8).orElseGet(() -> new String(bytes, StandardCharsets.ISO_8859_1));
    }

    private static Optional<String> strictly(byte[] bytes, Charset charset) {
        try {
            return Optional.of(charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** The character set that a media type names, where this platform knows it. */
    static Optional<Charset> charset(String mediaType) {
        int at = mediaType.toLowerCase(Locale.ROOT).indexOf("charset=");
        if (at < 0) {
            return Optional.empty();
        }
        String name =
                mediaType.substring(at + "charset=".length()).split(";", 2)[0].strip();
        if (name.length() > 1 && name.startsWith("\"") && name.endsWith("\"")) {
            name = name.substring(1, name.length() - 1);
        }
        try {
            return Optional.of(Charset.forName(name));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return Optional.empty();
        }
    }

    /** Percent-encoding and plus signs decoded; broken encodings stay as they are. */
    static String formDecoded(String text) {
        if (text.indexOf('%') < 0 && text.indexOf('+') < 0) {
            return text;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] out = new byte[bytes.length];
        int length = 0;
        for (int i = 0; i < bytes.length; i++) {
            int octet = bytes[i] == '+' ? ' ' : bytes[i] & 0xff;
            if (octet == '%' && i + 2 < bytes.length) {
                int high = Character.digit(bytes[i + 1], 16);
                int low = Character.digit(bytes[i + 2], 16);
                if (high >= 0 && low >= 0) {
                    octet = high << 4 | low;
                    i += 2;
                }
            }
            out[length++] = (byte) octet;
        }
        return of(Arrays.copyOf(out, length));
    }

    /** The escapes of JSON strings (RFC 8259 section 7) decoded, wherever they stand. */
    static String jsonDecoded(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i++);
            if (c != '\\' || i == text.length()) {
                out.append(c);
                continue;
            }
            char escape = text.charAt(i++);
            int unit = escape == 'u' ? hex4(text, i) : -1;
            if (unit >= 0) {
                out.append((char) unit);
                i += 4;
            } else {
                out.append(unescaped(escape));
            }
        }
        return out.toString();
    }

    private static int hex4(String text, int at) {
        if (at + 4 > text.length()) {
            return -1;
        }
        int unit = 0;
        for (int i = at; i < at + 4; i++) {
            int digit = Character.digit(text.charAt(i), 16);
            if (digit < 0) {
                return -1;
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }

    private static char unescaped(char escape) {
        return switch (escape) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'f' -> '\f';
            default -> escape;
        };
    }
}
