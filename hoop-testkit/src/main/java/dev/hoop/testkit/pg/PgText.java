package dev.hoop.testkit.pg;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;

/** Bytes and fields as people read them. */
final class PgText {

    private static final int LONGEST = 200;

    /** Where in the server's source an error arose: file, line and routine. */
    private static final String PLACES = "FLR";

    /** The severity, untranslated: the server of these tests does not translate the other one. */
    private static final char UNTRANSLATED = 'V';

    private PgText() {}

    static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static String utf8(byte[] bytes, int offset, int length) {
        return new String(bytes, offset, length, StandardCharsets.UTF_8);
    }

    /** In quotes where it is printable text, else in hexadecimal; long ones are cut, with their length and a hash. */
    static String shown(byte[] bytes) {
        String text = printable(bytes)
                ? "'" + utf8(bytes).replace("\n", "\\n").replace("\t", "\\t") + "'"
                : HexFormat.of().formatHex(bytes);
        return text.length() <= LONGEST
                ? text
                : text.substring(0, LONGEST) + "... (" + bytes.length + " bytes, hash " + text.hashCode() + ")";
    }

    private static boolean printable(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .chars()
                    .noneMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t');
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** Severity, code and message, then every other field that does not differ from run to run. */
    static String fields(Map<Character, String> fields) {
        String start =
                fields.getOrDefault('S', "") + " " + fields.getOrDefault('C', "") + " " + fields.getOrDefault('M', "");
        return fields.entrySet().stream()
                .filter(field -> "SCM".indexOf(field.getKey()) < 0)
                .filter(field -> PLACES.indexOf(field.getKey()) < 0 && field.getKey() != UNTRANSLATED)
                .map(field -> "; " + field.getKey() + "=" + field.getValue())
                .collect(Collectors.joining("", start, ""));
    }
}
