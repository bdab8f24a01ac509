package dev.hoop.proto.grpc.internal.message;

import java.nio.charset.StandardCharsets;

/** Percent-encoding of {@code grpc-message} (gRPC over HTTP2, "Percent-Encoded"), which metadata of ours uses too. */
public final class StatusMessage {

    private static final String HEX = "0123456789ABCDEF";

    private StatusMessage() {}

    /**
     * The text as UTF-8 with all but printable ASCII, and the percent sign, encoded. So is a space at either end, with which
     * no field's value may begin or end (RFC 9113 section 8.2.1).
     *
     * @param limit how long it may be when it is encoded; what is beyond it is left out, whole characters at a time
     */
    public static String encode(String text, int limit) {
        StringBuilder encoded = new StringBuilder(Math.min(text.length(), limit));
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            int before = encoded.length();
            boolean first = i == 0;
            i += Character.charCount(character);
            boolean edge = first || i == text.length();
            if (character > ' ' && character <= '~' && character != '%' || character == ' ' && !edge) {
                encoded.append((char) character);
            } else {
                escape(character, encoded);
            }
            if (encoded.length() > limit) {
                encoded.setLength(before);
                break;
            }
        }
        while (encoded.length() > 0 && encoded.charAt(encoded.length() - 1) == ' ') {
            // The cut has made an end of it.
            encoded.setLength(encoded.length() - 1);
        }
        return encoded.toString();
    }

    private static void escape(int character, StringBuilder to) {
        for (byte b : Character.toString(character).getBytes(StandardCharsets.UTF_8)) {
            to.append('%').append(HEX.charAt((b & 0xff) >> 4)).append(HEX.charAt(b & 0xf));
        }
    }
}
