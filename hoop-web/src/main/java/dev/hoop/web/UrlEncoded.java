package dev.hoop.web;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Percent-encoding, read strictly: what is not well formed, or not UTF-8, is refused with 400. */
final class UrlEncoded {

    private UrlEncoded() {}

    /** Reads {@code a=b&c=d}, where {@code +} is a space. */
    static Map<String, List<String>> pairs(String text) {
        Map<String, List<String>> pairs = new LinkedHashMap<>();
        if (text.isEmpty()) {
            return pairs;
        }
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals), true);
            String value = equals < 0 ? "" : decode(pair.substring(equals + 1), true);
            pairs.computeIfAbsent(name, absent -> new ArrayList<>()).add(value);
        }
        return Collections.unmodifiableMap(pairs);
    }

    static String decode(String text, boolean plusIsSpace) {
        byte[] bytes = new byte[text.length()];
        int length = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                if (i + 2 >= text.length()
                        || !HexFormat.isHexDigit(text.charAt(i + 1))
                        || !HexFormat.isHexDigit(text.charAt(i + 2))) {
                    throw new WebFailure(400, "broken percent-encoding in the request");
                }
                bytes[length++] = (byte) HexFormat.fromHexDigits(text, i + 1, i + 3);
                i += 2;
            } else if (c <= ' ' || c >= 0x7f) {
                throw new WebFailure(400, "a character in the request must be percent-encoded");
            } else {
                bytes[length++] = (byte) (c == '+' && plusIsSpace ? ' ' : c);
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new WebFailure(400, "percent-encoded text in the request is not UTF-8");
        }
    }
}
