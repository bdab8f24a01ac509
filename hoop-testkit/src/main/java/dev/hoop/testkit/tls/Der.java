package dev.hoop.testkit.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** Writes the few ASN.1 types that a certificate is made of, in DER (ITU-T X.690). */
final class Der {

    private static final int BOOLEAN = 0x01;
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OCTET_STRING = 0x04;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTF8_STRING = 0x0c;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int CONTEXT = 0x80;
    private static final int CONSTRUCTED = 0x20;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private Der() {}

    static byte[] sequence(byte[]... parts) {
        return element(SEQUENCE, parts);
    }

    static byte[] set(byte[]... parts) {
        return element(SET, parts);
    }

    static byte[] integer(BigInteger value) {
        return element(INTEGER, value.toByteArray());
    }

    static byte[] yes() {
        return element(BOOLEAN, new byte[] {(byte) 0xff});
    }

    static byte[] bits(byte[] wholeBytes) {
        return element(BIT_STRING, new byte[] {0}, wholeBytes);
    }

    static byte[] octets(byte[] bytes) {
        return element(OCTET_STRING, bytes);
    }

    static byte[] utf8(String text) {
        return element(UTF8_STRING, text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] time(Instant instant) {
        return element(GENERALIZED_TIME, TIME.format(instant).getBytes(StandardCharsets.US_ASCII));
    }

    /** A context-specific element that wraps others. */
    static byte[] explicit(int tag, byte[]... parts) {
        return element(CONTEXT | CONSTRUCTED | tag, parts);
    }

    /** A context-specific element of plain bytes. */
    static byte[] implicit(int tag, byte[] bytes) {
        return element(CONTEXT | tag, bytes);
    }

    /** An object identifier, from its dotted arcs. */
    static byte[] oid(int... arcs) {
        ByteArrayOutputStream encoded = new ByteArrayOutputStream();
        encoded.write(arcs[0] * 40 + arcs[1]);
        for (int i = 2; i < arcs.length; i++) {
            base128(encoded, arcs[i]);
        }
        return element(OBJECT_IDENTIFIER, encoded.toByteArray());
    }

    private static void base128(ByteArrayOutputStream out, int arc) {
        for (int shift = 28; shift > 0; shift -= 7) {
            if (arc >>> shift != 0) {
                out.write(arc >>> shift & 0x7f | 0x80);
            }
        }
        out.write(arc & 0x7f);
    }

    private static byte[] element(int tag, byte[]... parts) {
        int length = List.of(parts).stream().mapToInt(part -> part.length).sum();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (length < 0x80) {
            out.write(length);
        } else if (length < 0x100) {
            out.write(0x81);
            out.write(length);
        } else {
            out.write(0x82);
            out.write(length >>> 8);
            out.write(length);
        }
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
