package dev.hoop.proto.grpc.internal.message;

import java.nio.charset.StandardCharsets;

/** Percent-encoding of {@code grpc-message} (gRPC over HTTP2, "Percent-Encoded"), which metadata of ours uses too. */
public final class StatusMessage {

    private static final String HEX = "0123456789ABCDEF";

    private StatusMessage() {}

    /** The text as UTF-8 with all but printable ASCII, and the percent sign, encoded. */
    public static String encode(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        StringBuilder encoded = new StringBuilder(bytes.length);
        for (byte b : bytes) {
            if (b >= ' ' && b <= '~' && b != '%') {
                encoded.append((char) b);
            } else {
                encoded.append('%').append(HEX.charAt((b & 0xff) >> 4)).append(HEX.charAt(b & 0xf));
            }
        }
        return encoded.toString();
    }
}
