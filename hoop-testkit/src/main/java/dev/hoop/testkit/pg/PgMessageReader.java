package dev.hoop.testkit.pg;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the body of one message, to its last byte. */
final class PgMessageReader {

    private final ByteBuffer body;

    private PgMessageReader(byte[] body) {
        this.body = ByteBuffer.wrap(body);
    }

    static PgMessage read(char tag, byte[] body) {
        try {
            PgMessageReader reader = new PgMessageReader(body);
            PgMessage message = reader.message(tag);
            return reader.body.hasRemaining() ? new PgMessage.Unreadable(tag, body) : message;
        } catch (BufferUnderflowException e) {
            return new PgMessage.Unreadable(tag, body);
        }
    }

    private PgMessage message(char tag) {
        return switch (tag) {
            case 'R' -> new PgMessage.Authentication(body.getInt(), rest());
            case 'S' -> new PgMessage.ParameterStatus(string(), string());
            case 'K' -> new PgMessage.BackendKeyData(body.getInt(), rest());
            case 'v' -> new PgMessage.NegotiateProtocolVersion(body.getInt(), strings(body.getInt()));
            case 'Z' -> new PgMessage.ReadyForQuery((char) body.get());
            case 'T' -> new PgMessage.RowDescription(columns());
            case 'D' -> new PgMessage.DataRow(values());
            case 'C' -> new PgMessage.CommandComplete(string());
            case 'E' -> new PgMessage.ErrorResponse(fields());
            case 'N' -> new PgMessage.NoticeResponse(fields());
            case 'A' -> new PgMessage.NotificationResponse(body.getInt(), string(), string());
            case 't' -> new PgMessage.ParameterDescription(types());
            case 'G', 'H', 'W' -> new PgMessage.CopyResponse(tag, body.get(), formats());
            case 'd' -> new PgMessage.CopyData(rest());
            case 'V' -> new PgMessage.FunctionCallResponse(value());
            default ->
                PgMessage.Bare.TAGS.indexOf(tag) < 0 ? new PgMessage.Unreadable(tag, rest()) : new PgMessage.Bare(tag);
        };
    }

    private byte[] rest() {
        return bytes(body.remaining());
    }

    private byte[] bytes(int count) {
        if (count < 0 || count > body.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[count];
        body.get(bytes);
        return bytes;
    }

    private String string() {
        int start = body.position();
        int length = 0;
        while (body.get() != 0) {
            length++;
        }
        return PgText.utf8(body.array(), start, length);
    }

    private List<String> strings(int count) {
        List<String> strings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            strings.add(string());
        }
        return strings;
    }

    private List<PgMessage.Column> columns() {
        int count = body.getShort();
        List<PgMessage.Column> columns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = string();
            bytes(Integer.BYTES + Short.BYTES); // the table and the column's number in it
            columns.add(new PgMessage.Column(name, body.getInt(), body.getShort(), body.getInt(), body.getShort()));
        }
        return columns;
    }

    private List<Optional<byte[]>> values() {
        int count = body.getShort();
        List<Optional<byte[]>> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(value());
        }
        return values;
    }

    private Optional<byte[]> value() {
        int length = body.getInt();
        return length == -1 ? Optional.empty() : Optional.of(bytes(length));
    }

    private Map<Character, String> fields() {
        Map<Character, String> fields = new LinkedHashMap<>();
        for (byte letter = body.get(); letter != 0; letter = body.get()) {
            fields.put((char) letter, string());
        }
        return fields;
    }

    private List<Integer> types() {
        int count = body.getShort();
        List<Integer> types = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            types.add(body.getInt());
        }
        return types;
    }

    private List<Integer> formats() {
        int count = body.getShort();
        List<Integer> formats = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            formats.add((int) body.getShort());
        }
        return formats;
    }
}
