package dev.hoop.proto.http.internal.message;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The fields of a head or of trailers, in order, byte for byte: names as they were written, values without the white
 * space around them. Strings stand for bytes as ISO 8859-1. Immutable, unless the caller of {@link #over} breaks its
 * promise. Lookups are linear and ignore case; they allocate nothing but their results.
 */
public final class Fields {

    /** Ints per field in the table: name start, name end, value start, value end. */
    public static final int STRIDE = 4;

    /** No fields. */
    public static final Fields EMPTY = new Fields(new byte[0], new int[0]);

    private static final int COLON_SPACE = ':' << 8 | ' ';
    private static final int CRLF = '\r' << 8 | '\n';

    private final byte[] bytes;
    private final int[] table;

    private Fields(byte[] bytes, int[] table) {
        this.bytes = bytes;
        this.table = table;
    }

    /**
     * Fields that lie in an array, not copied.
     *
     * @param bytes what holds names and values; must not change any more
     * @param table {@link #STRIDE} indexes per field; must not change any more
     */
    public static Fields over(byte[] bytes, int[] table) {
        return new Fields(bytes, table);
    }

    /** Fields from strings, in the map's order. */
    public static Fields of(Map<String, String> fields) {
        Builder builder = builder();
        fields.forEach(builder::add);
        return builder.build();
    }

    /** Collects fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** How many fields there are; each line counts. */
    public int size() {
        return table.length / STRIDE;
    }

    /** The name of a field as it was written. */
    public String name(int index) {
        return text(table[index * STRIDE], table[index * STRIDE + 1]);
    }

    /** The value of a field. */
    public String value(int index) {
        return text(table[index * STRIDE + 2], table[index * STRIDE + 3]);
    }

    /** Whether a field has this name. */
    public boolean nameIs(int index, String name) {
        int from = table[index * STRIDE];
        return equalsIgnoreCase(from, table[index * STRIDE + 1], name);
    }

    /** Whether a field has this value, ignoring case. */
    public boolean valueIs(int index, String value) {
        return equalsIgnoreCase(table[index * STRIDE + 2], table[index * STRIDE + 3], value);
    }

    /** The first field of that name at or after {@code from}, or -1. */
    public int indexOf(String name, int from) {
        for (int i = from; i < size(); i++) {
            if (nameIs(i, name)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether there is a field of that name. */
    public boolean contains(String name) {
        return indexOf(name, 0) >= 0;
    }

    /** The value of the first field of that name. */
    public Optional<String> first(String name) {
        int index = indexOf(name, 0);
        return index < 0 ? Optional.empty() : Optional.of(value(index));
    }

    /** The values of all fields of that name, in order. */
    public List<String> all(String name) {
        List<String> values = List.of();
        for (int i = indexOf(name, 0); i >= 0; i = indexOf(name, i + 1)) {
            if (values.isEmpty()) {
                values = new ArrayList<>(2);
            }
            values.add(value(i));
        }
        return values;
    }

    /** Whether a comma-separated list field has that element, over all its lines, ignoring case. */
    public boolean hasToken(String name, String token) {
        for (int i = indexOf(name, 0); i >= 0; i = indexOf(name, i + 1)) {
            if (listHas(i, token)) {
                return true;
            }
        }
        return false;
    }

    private boolean listHas(int index, String token) {
        int end = table[index * STRIDE + 3];
        int from = table[index * STRIDE + 2];
        while (from < end) {
            int comma = from;
            while (comma < end && bytes[comma] != ',') {
                comma++;
            }
            int first = from;
            int last = comma;
            while (first < last && isBlank(bytes[first])) {
                first++;
            }
            while (last > first && isBlank(bytes[last - 1])) {
                last--;
            }
            if (equalsIgnoreCase(first, last, token)) {
                return true;
            }
            from = comma + 1;
        }
        return false;
    }

    /** Appends one field as a line, {@code name: value CRLF}. */
    public void writeTo(ByteBuf out, int index) {
        int nameFrom = table[index * STRIDE];
        int valueFrom = table[index * STRIDE + 2];
        out.writeBytes(bytes, nameFrom, table[index * STRIDE + 1] - nameFrom);
        out.writeShort(COLON_SPACE);
        out.writeBytes(bytes, valueFrom, table[index * STRIDE + 3] - valueFrom);
        out.writeShort(CRLF);
    }

    /** The array that names and values lie in; not to be changed. */
    public byte[] array() {
        return bytes;
    }

    /** Where a field's name starts in {@link #array()}. */
    public int nameStart(int index) {
        return table[index * STRIDE];
    }

    /** Where a field's name ends. */
    public int nameEnd(int index) {
        return table[index * STRIDE + 1];
    }

    /** Where a field's value starts. */
    public int valueStart(int index) {
        return table[index * STRIDE + 2];
    }

    /** Where a field's value ends. */
    public int valueEnd(int index) {
        return table[index * STRIDE + 3];
    }

    private String text(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private boolean equalsIgnoreCase(int from, int to, String expected) {
        if (to - from != expected.length()) {
            return false;
        }
        for (int i = 0; i < expected.length(); i++) {
            if (lower(bytes[from + i]) != lower(expected.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static int lower(int c) {
        return c >= 'A' && c <= 'Z' ? c + 32 : c & 0xff;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    /** Fields as lines, for tests and debugging only: values may be secret, so this names them alone. */
    @Override
    public String toString() {
        StringBuilder names = new StringBuilder("Fields[");
        for (int i = 0; i < size(); i++) {
            names.append(i == 0 ? "" : ", ").append(name(i));
        }
        return names.append(']').toString();
    }

    /** Collects fields; strings are bytes as ISO 8859-1. */
    public static final class Builder {
        private byte[] bytes = new byte[256];
        private int[] table = new int[8 * STRIDE];
        private int length;
        private int count;

        private Builder() {}

        /**
         * Adds a field.
         *
         * @throws IllegalArgumentException when the name is empty or a character cannot stand in a field
         */
        public Builder add(String name, String value) {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("a field has a name");
            }
            if (count * STRIDE == table.length) {
                table = Arrays.copyOf(table, table.length * 2);
            }
            int at = count++ * STRIDE;
            table[at] = length;
            append(name);
            table[at + 1] = length;
            table[at + 2] = length;
            append(value);
            table[at + 3] = length;
            return this;
        }

        /** Adds a field of another head. */
        public Builder add(Fields fields, int index) {
            return add(fields.name(index), fields.value(index));
        }

        /** The fields so far. */
        public Fields build() {
            return count == 0 ? EMPTY : new Fields(Arrays.copyOf(bytes, length), Arrays.copyOf(table, count * STRIDE));
        }

        private void append(String text) {
            if (length + text.length() > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + text.length()));
            }
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c > 0xff || c < ' ' && c != '\t' || c == 0x7f) {
                    throw new IllegalArgumentException(
                            "a field holds no control character and nothing beyond ISO 8859-1");
                }
                bytes[length++] = (byte) c;
            }
        }
    }
}
