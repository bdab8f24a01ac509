package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.message.Fields;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Reads field lines (RFC 9112 section 5), of a section that may not be complete. No folded lines, no blank before the colon,
 * no control character: each of these is read differently by different servers.
 *
 * <p>Notes by the way which of the fields are there that decide about framing and connection.
 */
final class FieldParser {

    /** Octets that an array must have behind its limit: values are looked at eight octets at a time. */
    static final int PADDING = 8;

    /** The section is not complete. */
    static final int INCOMPLETE = -1;

    private static final VarHandle EIGHT_OCTETS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final int FIRST_FIELDS = 16;

    private final int maxFields;
    private final int badStatus;
    private int[] table = new int[0];
    private int count;
    private int hosts;
    private int host;
    private boolean framed;
    private boolean connection;

    /**
     * @param maxFields how many lines there may be
     * @param badStatus the status of refusals
     */
    FieldParser(int maxFields, int badStatus) {
        this.maxFields = maxFields;
        this.badStatus = badStatus;
    }

    /**
     * Reads all lines.
     *
     * @param bytes holds them, and {@link #PADDING} octets behind the limit, the first of which becomes a NUL
     * @param from where the first line starts
     * @param limit where the octets end that have arrived
     * @return where the section ends, its empty line included, or {@link #INCOMPLETE}
     */
    int parse(byte[] bytes, int from, int limit) throws BadMessage {
        bytes[limit] = 0;
        table = new int[FIRST_FIELDS * Fields.STRIDE];
        count = 0;
        hosts = 0;
        framed = false;
        connection = false;
        int at = from;
        while (at < limit && bytes[at] != '\r') {
            at = line(bytes, at, limit);
            if (at == INCOMPLETE) {
                return INCOMPLETE;
            }
        }
        if (at + 1 >= limit) {
            return INCOMPLETE;
        }
        if (bytes[at + 1] != '\n') {
            throw bad("a CR ends no line");
        }
        return at + 2;
    }

    /** What was read, over a copy of the section or more whose octets stand where they stood. */
    Fields fields(byte[] kept) {
        return count == 0 ? Fields.EMPTY : Fields.over(kept, Arrays.copyOf(table, count * Fields.STRIDE));
    }

    /** How many {@code Host} fields there are. */
    int hosts() {
        return hosts;
    }

    /** Which field is the last {@code Host}, where there is one. */
    int host() {
        return host;
    }

    /** Whether there is a {@code Content-Length} or a {@code Transfer-Encoding}. */
    boolean framed() {
        return framed;
    }

    /** Whether there is a {@code Connection}. */
    boolean connection() {
        return connection;
    }

    private int line(byte[] bytes, int from, int limit) throws BadMessage {
        int colon = from;
        while (Octets.token(bytes[colon])) {
            colon++;
        }
        if (colon >= limit) {
            return INCOMPLETE;
        }
        if (bytes[colon] != ':' || colon == from) {
            throw badName(bytes, from, colon);
        }
        int start = colon + 1;
        while (bytes[start] == ' ' || bytes[start] == '\t') {
            start++;
        }
        int cr = valueEnd(bytes, start);
        if (cr + 1 >= limit) {
            if (cr < limit && bytes[cr] != '\r') {
                throw bad("a field's value holds a control character");
            }
            return INCOMPLETE;
        }
        if (bytes[cr] != '\r') {
            throw bad("a field's value holds a control character");
        }
        if (bytes[cr + 1] != '\n') {
            throw bad("a field's value holds a CR that ends no line");
        }
        int last = cr;
        while (last > start && (bytes[last - 1] == ' ' || bytes[last - 1] == '\t')) {
            last--;
        }
        add(from, colon, start, last);
        note(bytes, from, colon);
        return cr + 2;
    }

    private void add(int from, int colon, int start, int last) throws BadMessage {
        if (count == maxFields) {
            throw new BadMessage(badStatus == 400 ? 431 : badStatus, "there are more than " + maxFields + " fields");
        }
        int at = count++ * Fields.STRIDE;
        if (at == table.length) {
            table = Arrays.copyOf(table, at * 2);
        }
        table[at] = from;
        table[at + 1] = colon;
        table[at + 2] = start;
        table[at + 3] = last;
    }

    private void note(byte[] bytes, int from, int colon) {
        switch (colon - from) {
            case 4 -> {
                if (is(bytes, from, "host")) {
                    host = count - 1;
                    hosts++;
                }
            }
            case 10 -> connection |= is(bytes, from, "connection");
            case 14 -> framed |= is(bytes, from, "content-length");
            case 17 -> framed |= is(bytes, from, "transfer-encoding");
            default -> {}
        }
    }

    private static boolean is(byte[] bytes, int from, String lowerCase) {
        for (int i = 0; i < lowerCase.length(); i++) {
            // What a token may hold becomes a lower-case letter by this bit only where it is that letter.
            if ((bytes[from + i] | 0x20) != lowerCase.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** The first octet that cannot stand in a value: CR, another control character, or the NUL at the limit. */
    private static int valueEnd(byte[] bytes, int from) {
        int at = from;
        while (at + Long.BYTES <= bytes.length) {
            long octets = (long) EIGHT_OCTETS.get(bytes, at);
            long noDelete = octets ^ ONES * 0x7f;
            long stops = (octets - ONES * 0x20 | noDelete - ONES) & ~octets & HIGH_BITS;
            if (stops == 0) {
                at += Long.BYTES;
                continue;
            }
            at += Long.numberOfTrailingZeros(stops) >>> 3;
            if (Octets.value(bytes[at])) {
                at++;
            } else {
                return at;
            }
        }
        while (Octets.value(bytes[at])) {
            at++;
        }
        return at;
    }

    private BadMessage badName(byte[] bytes, int from, int at) {
        boolean blank = bytes[at] == ' ' || bytes[at] == '\t';
        if (blank && at == from) {
            return bad("a field is folded over two lines, or the first one is indented; write each field on one line");
        }
        if (blank) {
            return bad("a field's name is followed by white space; put the colon right behind it");
        }
        return bad(at == from && bytes[at] == ':' ? "a field has no name" : "a field's name is no token");
    }

    private BadMessage bad(String reason) {
        return new BadMessage(badStatus, reason);
    }
}
