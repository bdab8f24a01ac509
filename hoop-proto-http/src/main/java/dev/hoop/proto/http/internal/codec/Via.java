package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The mark that this process leaves in {@code Via} (RFC 9110 section 7.6.3), by which it knows a request that comes back
 * to it. Immutable.
 */
public final class Via {

    private final String pseudonym;
    private final byte[] line10;
    private final byte[] line11;
    private final byte[] line20;

    private Via(String pseudonym) {
        this.pseudonym = pseudonym;
        this.line10 = made(HttpVersion.HTTP_1_0);
        this.line11 = made(HttpVersion.HTTP_1_1);
        this.line20 = made(HttpVersion.HTTP_2);
    }

    /** A fresh mark: {@code hoop-} and 64 random bits. */
    public static Via random() {
        byte[] bytes = new byte[8];
        new SecureRandom().nextBytes(bytes);
        return new Via("hoop-" + HexFormat.of().formatHex(bytes));
    }

    /** The name that stands in the field. */
    public String pseudonym() {
        return pseudonym;
    }

    /** Whether a message has passed this process before. */
    public boolean passed(Fields fields) {
        for (int i = fields.indexOf("Via", 0); i >= 0; i = fields.indexOf("Via", i + 1)) {
            if (fields.value(i).contains(pseudonym)) {
                return true;
            }
        }
        return false;
    }

    /** The whole line for a message that was received in this version; not to be changed. */
    byte[] line(HttpVersion received) {
        return switch (received) {
            case HTTP_1_0 -> line10;
            case HTTP_1_1 -> line11;
            case HTTP_2 -> line20;
        };
    }

    /** The field's value for a message that was received in this version. */
    String value(HttpVersion received) {
        return switch (received) {
            case HTTP_1_0 -> "1.0 " + pseudonym;
            case HTTP_1_1 -> "1.1 " + pseudonym;
            case HTTP_2 -> "2.0 " + pseudonym;
        };
    }

    private byte[] made(HttpVersion received) {
        return ("Via: " + value(received) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }
}
