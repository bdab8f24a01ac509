package dev.hoop.proto.pg;

import static dev.hoop.testkit.pg.RawPgClient.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.pg.PgFrontend;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import dev.hoop.testkit.wire.FragmentFeeder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Case 13: lengths and strings that are not so. A protocol error, nothing at the server, and no memory spent on it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileClientTest {

    private static final int GIGABYTE = 1 << 30;

    /** A few chunks of its buffers, whatever is sent through it. */
    private static final long MOST_BUFFERED = 8L * 1024 * 1024;

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    private TestSidecar sidecar;

    @BeforeAll
    void start() {
        sidecar = PgSidecars.start(POSTGRES.server().hostAndPort(), "postgres: {max_statement_bytes: 65536}");
    }

    @AfterAll
    void stop() {
        sidecar.close();
    }

    private RawPgClient connect() {
        return RawPgClient.connect(sidecar.address(PgSidecars.LISTENER));
    }

    private RawPgClient open() {
        RawPgClient client = connect();
        client.logIn(PgLogin.as("postgres", POSTGRES.database()));
        return client;
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Arguments frame(String what, char tag, int length, byte[] body) {
        return Arguments.of(what, PgFrontend.frame(tag, length, body));
    }

    /** Bind of no name, with so many formats, parameters and the rest as given. */
    private static Arguments bind(String what, byte[] rest) {
        byte[] body = PgFrontend.together(bytes(0, 0), rest);
        return frame(what, 'B', body.length + 4, body);
    }

    static Stream<Arguments> broken() {
        byte[] ten = new byte[10];
        return Stream.of(
                frame("length 0", 'Q', 0, ten),
                frame("length 3", 'Q', 3, new byte[0]),
                frame("length 0x7FFFFFFF with ten bytes", 'Q', Integer.MAX_VALUE, ten),
                frame("length -1", 'Q', -1, ten),
                frame("length 0x80000000", 'P', Integer.MIN_VALUE, ten),
                frame("a gigabyte of COPY data at once", 'd', Integer.MAX_VALUE, ten),
                frame("Sync with a gigabyte", 'S', GIGABYTE, ten),
                frame("Execute with 100 kilobytes", 'E', 100_000, ten),
                frame("an unknown tag", '!', 4, new byte[0]),
                frame("tag 0", '\0', 4, new byte[0]),
                frame("Query without an end", 'Q', 12, ascii("select 1")),
                frame("Query with more behind its end", 'Q', 19, ascii("select 1\0select")),
                frame("Query without anything", 'Q', 4, new byte[0]),
                frame("Parse without an end of the name", 'P', 8, ascii("name")),
                frame("Parse without an end of the text", 'P', 13, ascii("\0select 1")),
                frame("Parse without a count", 'P', 14, ascii("\0select 1\0")),
                frame("Parse with a negative count", 'P', 16, ascii("\0select 1\0\377\377")),
                frame("Parse with fewer types than it counts", 'P', 16, ascii("\0select 1\0\0\7")),
                frame("Parse with more behind its end", 'P', 17, ascii("\0select 1\0\0\0x")),
                bind("Bind parameter of length -2", bytes(0, 0, 0, 1, 0xff, 0xff, 0xff, 0xfe, 0, 0)),
                bind("Bind parameter beyond the frame", bytes(0, 0, 0, 1, 0, 0, 0, 9, 'x', 0, 0)),
                bind("Bind parameter of 0x7FFFFFFF", bytes(0, 0, 0, 1, 0x7f, 0xff, 0xff, 0xff, 'x', 0, 0)),
                bind("Bind with fewer parameters than it counts", bytes(0, 0, 0, 3, 0, 0, 0, 1, 'x', 0, 0)),
                bind("Bind with fewer formats than it counts", bytes(0, 9, 0, 1)),
                bind("Bind with more behind its end", bytes(0, 0, 0, 0, 0, 0, 0)),
                bind("Bind with a negative count", bytes(0, 0, 0x80, 0)),
                bind("Bind without result formats", bytes(0, 0, 0, 0)),
                frame("Bind without an end of the names", 'B', 8, ascii("name")),
                frame("Describe of nothing", 'D', 4, new byte[0]),
                frame("Describe of what there is not", 'D', 6, ascii("X\0")),
                frame("Describe without an end", 'D', 7, ascii("Sab")),
                frame("Close of what there is not", 'C', 6, ascii("X\0")),
                frame("Execute without a limit", 'E', 5, ascii("\0")),
                frame("Execute without an end of the name", 'E', 8, ascii("name")),
                frame("FunctionCall of nothing", 'F', 4, new byte[0]));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("broken")
    void brokenMessages(String what, byte[] message) {
        try (RawPgClient client = open()) {
            client.send(message);
            // Where the server would answer it, and skip to Sync or go on, the sidecar may too.
            trySend(client, PgFrontend.together(PgFrontend.sync(), PgFrontend.query("select 'behind it'")));
            List<String> heard = lines(client.readToEnd());
            assertThat(heard)
                    .as(what)
                    .singleElement()
                    .satisfies(line -> assertThat(line).startsWith("E(FATAL 08P01 "));
        }
        assertThat(sidecar.audit().lines()).noneSatisfy(line -> assertThat(line).contains("behind it"));
    }

    /** The connection may be closed before the last byte is on its way. */
    private static void trySend(RawPgClient client, byte[] bytes) {
        try {
            client.send(bytes);
        } catch (UncheckedIOException e) {
            assertThat(e).hasMessageContaining("send");
        }
    }

    static Stream<Arguments> brokenStarts() {
        return Stream.of(
                Arguments.of("length 0", bytes(0, 0, 0, 0)),
                Arguments.of("length 3", bytes(0, 0, 0, 3)),
                Arguments.of("length 7", bytes(0, 0, 0, 7, 0, 3, 0)),
                Arguments.of("length 0x7FFFFFFF", bytes(0x7f, 0xff, 0xff, 0xff, 0, 3, 0, 0)),
                Arguments.of("length -1", bytes(0xff, 0xff, 0xff, 0xff, 0, 3, 0, 0)),
                Arguments.of("length 10001", bytes(0, 0, 0x27, 0x11, 0, 3, 0, 0)),
                Arguments.of("no end of the parameters", bytes(0, 0, 0, 13, 0, 3, 0, 0, 'u', 's', 'e', 'r', 0)),
                Arguments.of("a name without a value", bytes(0, 0, 0, 14, 0, 3, 0, 0, 'u', 's', 'e', 'r', 0, 0)),
                Arguments.of("CancelRequest without a key", bytes(0, 0, 0, 12, 0x04, 0xd2, 0x16, 0x2e, 0, 0, 0, 1)),
                Arguments.of("HTTP", ascii("GET / HTTP/1.1\r\nHost: db\r\n\r\n")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("brokenStarts")
    void brokenStarts(String what, byte[] message) {
        try (RawPgClient client = connect()) {
            client.send(message);
            client.wire().halfClose();
            assertThat(lines(client.readToEnd()))
                    .as(what)
                    .allSatisfy(line -> assertThat(line).startsWith("E(FATAL "));
        }
        assertThat(sidecar.audit().lines()).noneSatisfy(line -> assertThat(line).contains("HTTP"));
    }

    static Stream<Arguments> starts() {
        return Stream.of(
                Arguments.of("version 4.0", bytes(0, 0, 0, 9, 0, 4, 0, 0, 0), "0A000"),
                Arguments.of("version 2.0", bytes(0, 0, 0, 9, 0, 2, 0, 0, 0), "0A000"),
                Arguments.of("no user", bytes(0, 0, 0, 9, 0, 3, 0, 0, 0), "28000"),
                Arguments.of("an empty user", bytes(0, 0, 0, 15, 0, 3, 0, 0, 'u', 's', 'e', 'r', 0, 0, 0), "28000"));
    }

    /** With the codes that PostgreSQL has for them. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("starts")
    void startsThatArePlainlyWrong(String what, byte[] message, String code) {
        try (RawPgClient client = connect()) {
            client.send(message);
            assertThat(lines(client.readToEnd()))
                    .as(what)
                    .singleElement()
                    .satisfies(line -> assertThat(line).startsWith("E(FATAL " + code + " "));
        }
    }

    @Test
    void aParseOfAGigabyteCostsNoMemoryAndIsAnError() throws IOException {
        byte[] begin = ascii("\0select 1 -- ");
        byte[] chunk = ascii("x".repeat(1 << 20));
        try (RawPgClient client = open()) {
            // As long as a server would still read; the length counts itself.
            int length = GIGABYTE - 2;
            client.send(PgFrontend.frame('P', length, begin));
            // The client would keep what it sent.
            OutputStream unkept = client.wire().socket().getOutputStream();
            int left = length - 4 - begin.length;
            while (left > 0) {
                int next = Math.min(left, chunk.length);
                unkept.write(chunk, 0, next);
                left -= next;
                assertThat(sidecar.bufferedBytes()).isLessThanOrEqualTo(MOST_BUFFERED);
            }
            client.send(PgFrontend.sync());
            assertThat(lines(client.readUntilReady()))
                    .hasSize(2)
                    .endsWith("Z(I)")
                    .first(InstanceOfAssertFactories.STRING)
                    .startsWith("E(ERROR 54000 ");
            assertThat(lines(client.query("select 1"))).endsWith("C(SELECT 1)", "Z(I)");
        }
    }

    @Test
    void aStatementThatIsTooLongIsRefusedAndTheConnectionGoesOn() {
        String tooLong = "select '" + "x".repeat(70_000) + "'";
        try (RawPgClient client = open()) {
            assertThat(lines(client.query(tooLong)))
                    .hasSize(2)
                    .endsWith("Z(I)")
                    .first(InstanceOfAssertFactories.STRING)
                    .startsWith("E(ERROR 54000 ")
                    .contains("max_statement_bytes");
            client.send(ExtendedScripts.run(tooLong), ExtendedScripts.run("select 1"), PgFrontend.sync());
            assertThat(lines(client.readUntilReady()))
                    .hasSize(2)
                    .endsWith("Z(I)")
                    .first()
                    .satisfies(line -> assertThat(line).startsWith("E(ERROR 54000 "));
            client.send(
                    PgFrontend.parse("", "select $1::text"),
                    PgFrontend.bind("", "", "y".repeat(70_000)),
                    PgFrontend.execute("", 0),
                    PgFrontend.sync());
            assertThat(lines(client.readUntilReady())).hasSize(2).endsWith("Z(I)");
            assertThat(lines(client.query("select 1"))).endsWith("C(SELECT 1)", "Z(I)");
        }
    }

    @Test
    void dataOfCopyMayBeLongerThanAnyStatement() {
        try (RawPgClient client = open()) {
            client.query("create table long_rows (w text)");
            byte[] row = ascii("z".repeat(3_000_000) + "\n");
            client.send(PgFrontend.query("copy long_rows from stdin"), PgFrontend.copyData(row), PgFrontend.copyDone());
            assertThat(lines(client.readUntilReady())).containsExactly("G(0 [0])", "C(COPY 1)", "Z(I)");
            assertThat(lines(client.query("select length(w) from long_rows"))).contains("D('3000000')");
        }
    }

    @Test
    void everyByteOfAConversationMayComeAlone() {
        PgLogin login = PgLogin.as("postgres", POSTGRES.database());
        byte[] said = PgFrontend.together(
                PgFrontend.sslRequest(),
                login.startup(),
                PgFrontend.query("select 1 as n"),
                PgFrontend.parse("s", "select $1::int as n"),
                PgFrontend.bind("", "s", "7"),
                PgFrontend.execute("", 0),
                PgFrontend.sync(),
                PgFrontend.terminate());
        FragmentFeeder.feedEveryCut(said, cut -> {
            try (RawPgClient client = connect()) {
                cut.forEach(client::send);
                assertThat(client.takeByte()).isEqualTo('N');
                List<String> heard = lines(client.readToEnd());
                assertThat(heard.subList(heard.indexOf("T(n:23)"), heard.size()))
                        .containsExactly(
                                "T(n:23)", "D('1')", "C(SELECT 1)", "Z(I)", "1", "2", "D('7')", "C(SELECT 1)", "Z(I)");
            }
        });
    }

    @Test
    void statementsAreNotReadBeyondTheirZeroByte() {
        byte[] body = ascii("select 1\0; drop table x\0");
        try (RawPgClient client = open()) {
            client.send(ByteBuffer.allocate(5 + body.length)
                    .put((byte) 'Q')
                    .putInt(body.length + 4)
                    .put(body)
                    .array());
            assertThat(lines(client.readToEnd()))
                    .singleElement()
                    .satisfies(line -> assertThat(line).startsWith("E(FATAL 08P01 "));
        }
    }
}
