package dev.hoop.testkit.pg;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a server wrote, one type for each message of the protocol's chapter
 * <a href="https://www.postgresql.org/docs/18/protocol-message-formats.html">Message Formats</a>.
 *
 * <p>{@link #line()} is the message in one line: its tag, then its contents. What differs between two runs of the same
 * conversation is left out of it: keys and process ids, salts and proofs, and where in the server's source an error arose.
 */
@SuppressWarnings("ArrayRecordComponent") // compared by their lines
public sealed interface PgMessage {

    /** The message in one line, {@code Z(I)} or {@code C(DELETE 1)} for example. */
    String line();

    /** Reads a message; one whose body is not as it should be is an {@link Unreadable}. */
    static PgMessage of(char tag, byte[] body) {
        return PgMessageReader.read(tag, body);
    }

    /** Any request for authentication, its end with code 0 included; what follows the code is left as it is. */
    record Authentication(int code, byte[] rest) implements PgMessage {

        public static final int OK = 0;
        public static final int CLEARTEXT = 3;
        public static final int MD5 = 5;
        public static final int SASL = 10;
        public static final int SASL_CONTINUE = 11;
        public static final int SASL_FINAL = 12;

        /** The mechanisms that AuthenticationSASL offers; none for another request. */
        public List<String> mechanisms() {
            return code == SASL ? Arrays.stream(PgText.utf8(rest).split("\0")).toList() : List.of();
        }

        @Override
        public String line() {
            return code == SASL ? "R(10 " + String.join(",", mechanisms()) + ")" : "R(" + code + ")";
        }
    }

    record ParameterStatus(String name, String value) implements PgMessage {
        @Override
        public String line() {
            return "S(" + name + "=" + value + ")";
        }
    }

    record BackendKeyData(int processId, byte[] secretKey) implements PgMessage {
        /** Tells the key's length alone. */
        @Override
        public String line() {
            return "K(" + secretKey.length + " bytes)";
        }
    }

    /** The newest version is that of StartupMessage, the major number included, whatever the documentation calls it. */
    record NegotiateProtocolVersion(int newest, List<String> unknownOptions) implements PgMessage {
        @Override
        public String line() {
            return "v(" + (newest >> 16) + "." + (newest & 0xffff) + " " + String.join(",", unknownOptions) + ")";
        }
    }

    /** The status is {@code I}, {@code T} or {@code E}. */
    record ReadyForQuery(char status) implements PgMessage {
        @Override
        public String line() {
            return "Z(" + status + ")";
        }
    }

    /** A column; its table's id is no part of it, since it differs between databases. */
    record Column(String name, int type, int typeSize, int typeModifier, int format) {
        String line() {
            return name + ":" + type + (typeModifier == -1 ? "" : "/" + typeModifier) + (format == 0 ? "" : ":b");
        }
    }

    record RowDescription(List<Column> columns) implements PgMessage {
        @Override
        public String line() {
            return columns.stream().map(Column::line).collect(Collectors.joining(", ", "T(", ")"));
        }
    }

    /** A row; an empty value is NULL. */
    record DataRow(List<Optional<byte[]>> values) implements PgMessage {

        /** The values as text, {@code NULL} for NULL. */
        public List<String> texts() {
            return values.stream()
                    .map(value -> value.map(PgText::utf8).orElse("NULL"))
                    .toList();
        }

        @Override
        public String line() {
            return values.stream()
                    .map(value -> value.map(PgText::shown).orElse("NULL"))
                    .collect(Collectors.joining(", ", "D(", ")"));
        }
    }

    record CommandComplete(String tag) implements PgMessage {
        @Override
        public String line() {
            return "C(" + tag + ")";
        }
    }

    /** Fields by their letters, in the order of the wire. */
    record ErrorResponse(Map<Character, String> fields) implements PgMessage {

        /** A field by its letter; empty where the error has none. */
        public String field(char letter) {
            return fields.getOrDefault(letter, "");
        }

        @Override
        public String line() {
            return "E(" + PgText.fields(fields) + ")";
        }
    }

    /** Fields by their letters, in the order of the wire. */
    record NoticeResponse(Map<Character, String> fields) implements PgMessage {

        /** A field by its letter; empty where the notice has none. */
        public String field(char letter) {
            return fields.getOrDefault(letter, "");
        }

        @Override
        public String line() {
            return "N(" + PgText.fields(fields) + ")";
        }
    }

    record NotificationResponse(int processId, String channel, String payload) implements PgMessage {
        @Override
        public String line() {
            return "A(" + channel + " '" + payload + "')";
        }
    }

    record ParameterDescription(List<Integer> types) implements PgMessage {
        @Override
        public String line() {
            return types.stream().map(String::valueOf).collect(Collectors.joining(", ", "t(", ")"));
        }
    }

    /** CopyInResponse ({@code G}), CopyOutResponse ({@code H}) or CopyBothResponse ({@code W}). */
    record CopyResponse(char tag, int format, List<Integer> columnFormats) implements PgMessage {
        @Override
        public String line() {
            return tag + "(" + format + " " + columnFormats + ")";
        }
    }

    record CopyData(byte[] data) implements PgMessage {
        @Override
        public String line() {
            return "d(" + PgText.shown(data) + ")";
        }
    }

    record FunctionCallResponse(Optional<byte[]> value) implements PgMessage {
        @Override
        public String line() {
            return "V(" + value.map(PgText::shown).orElse("NULL") + ")";
        }
    }

    /** ParseComplete, BindComplete, CloseComplete, NoData, PortalSuspended, EmptyQueryResponse or CopyDone. */
    record Bare(char tag) implements PgMessage {

        /** The tags of messages without a body: 1, 2, 3, n, s, I, c. */
        static final String TAGS = "123nsIc";

        @Override
        public String line() {
            return String.valueOf(tag);
        }
    }

    /** No message of the protocol, or one with another body than it has. */
    record Unreadable(char tag, byte[] body) implements PgMessage {
        @Override
        public String line() {
            return "unreadable " + PgText.shown(new byte[] {(byte) tag}) + "(" + PgText.shown(body) + ")";
        }
    }
}
