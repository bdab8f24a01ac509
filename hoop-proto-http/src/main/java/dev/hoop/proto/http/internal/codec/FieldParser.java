package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.message.Fields;
import java.util.Arrays;

/**
 * Reads field lines (RFC 9112 section 5). No folded lines, no blank before the colon, no control character: each of these
 * is read differently by different servers.
 */
final class FieldParser {

    private final int maxFields;
    private final int badStatus;

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
     * @param bytes a section that ends with an empty line; becomes part of the result
     * @param from where the first line starts
     * @param lines how many lines there are at most, the empty one not counted
     */
    Fields parse(byte[] bytes, int from, int lines) throws BadMessage {
        int end = bytes.length - 2;
        if (from >= end) {
            return Fields.EMPTY;
        }
        if (lines > maxFields) {
            throw new BadMessage(badStatus == 400 ? 431 : badStatus, "there are more than " + maxFields + " fields");
        }
        int[] table = new int[lines * Fields.STRIDE];
        int count = 0;
        int at = from;
        while (at < end) {
            int colon = name(bytes, at);
            int start = colon + 1;
            while (bytes[start] == ' ' || bytes[start] == '\t') {
                start++;
            }
            int cr = value(bytes, start);
            int last = cr;
            while (last > start && (bytes[last - 1] == ' ' || bytes[last - 1] == '\t')) {
                last--;
            }
            table[count] = at;
            table[count + 1] = colon;
            table[count + 2] = start;
            table[count + 3] = last;
            count += Fields.STRIDE;
            at = cr + 2;
        }
        return Fields.over(bytes, count == table.length ? table : Arrays.copyOf(table, count));
    }

    private int name(byte[] bytes, int from) throws BadMessage {
        int at = from;
        while (Octets.token(bytes[at])) {
            at++;
        }
        if (bytes[at] == ':' && at > from) {
            return at;
        }
        boolean blank = bytes[at] == ' ' || bytes[at] == '\t';
        if (blank && at == from) {
            throw bad("a field is folded over two lines, or the first one is indented; write each field on one line");
        }
        if (blank) {
            throw bad("a field's name is followed by white space; put the colon right behind it");
        }
        throw bad(at == from && bytes[at] == ':' ? "a field has no name" : "a field's name is no token");
    }

    private int value(byte[] bytes, int from) throws BadMessage {
        int at = from;
        while (Octets.value(bytes[at])) {
            at++;
        }
        if (bytes[at] != '\r') {
            throw bad("a field's value holds a control character");
        }
        // The section ends with CRLF, so there is a next octet.
        if (bytes[at + 1] != '\n') {
            throw bad("a field's value holds a CR that ends no line");
        }
        return at;
    }

    private BadMessage bad(String reason) {
        return new BadMessage(badStatus, reason);
    }
}
