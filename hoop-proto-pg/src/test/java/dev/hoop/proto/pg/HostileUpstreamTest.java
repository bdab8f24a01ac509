package dev.hoop.proto.pg;

import static dev.hoop.testkit.pg.RawPgClient.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.pg.PgBackend;
import dev.hoop.testkit.pg.PgFrame;
import dev.hoop.testkit.pg.PgFrontend;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.PgMessage;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.RawPgSession;
import dev.hoop.testkit.pg.RawPgUpstream;
import dev.hoop.testkit.sidecar.TestSidecar;
import dev.hoop.testkit.wire.FragmentFeeder;
import dev.hoop.testkit.wire.WireJournal;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers that say what no server should: the client hears the end in the protocol's words, or what was said as it was. */
class HostileUpstreamTest {

    /** A few chunks of its buffers, whatever is sent through it. */
    private static final long MOST_BUFFERED = 8L * 1024 * 1024;

    private static final PgLogin LOGIN = PgLogin.as("ana", "shop");

    /** Welcomes the client, answers its first query with these bytes, and waits for its end. */
    private static RawPgUpstream answering(byte[] answer) {
        return playing(session -> session.send(answer));
    }

    private static RawPgUpstream playing(Consumer<RawPgSession> afterTheFirstQuery) {
        return RawPgUpstream.start(new WireJournal(), session -> {
            session.readStartupDecliningEncryption();
            session.send(PgBackend.welcome());
            PgFrame first = session.read();
            assertThat(first.tag()).isEqualTo('Q');
            afterTheFirstQuery.accept(session);
            session.awaitMore();
        });
    }

    private static RawPgClient open(TestSidecar sidecar) {
        return RawPgClient.open(sidecar.address(PgSidecars.LISTENER), LOGIN);
    }

    static Stream<Arguments> broken() {
        return Stream.of(
                Arguments.of("length 0", PgFrontend.frame('T', 0, new byte[0])),
                Arguments.of("length 3", PgFrontend.frame('Z', 3, new byte[0])),
                Arguments.of("a negative length", PgFrontend.frame('D', -1, new byte[10])),
                Arguments.of("ReadyForQuery without a status", PgFrontend.frame('Z', 4, new byte[0])),
                Arguments.of("ReadyForQuery with more than a status", PgFrontend.frame('Z', 6, new byte[2])),
                Arguments.of("ParseComplete to a query", PgFrontend.frame('1', 4, new byte[0])),
                Arguments.of("BindComplete to a query", PgFrontend.frame('2', 4, new byte[0])),
                Arguments.of("CloseComplete to a query", PgFrontend.frame('3', 4, new byte[0])),
                Arguments.of("ReadyForQuery of a gigabyte", PgFrontend.frame('Z', 1 << 30, new byte[10])),
                Arguments.of("ParameterStatus of a gigabyte", PgFrontend.frame('S', 1 << 30, new byte[10])));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("broken")
    void brokenAnswersEndTheConnection(String what, byte[] answer) {
        try (RawPgUpstream upstream = answering(answer);
                TestSidecar sidecar = PgSidecars.denying(upstream.hostAndPort());
                RawPgClient client = open(sidecar)) {
            client.send(PgFrontend.query("select 1"));
            assertThat(lines(client.readToEnd()))
                    .as(what)
                    .singleElement()
                    .satisfies(line -> assertThat(line).startsWith("E(FATAL 08P01 "));
        }
    }

    static Stream<Arguments> unasked() {
        return Stream.of(
                Arguments.of("an error that ends nothing", PgBackend.error("ERROR", "08P01", "invalid message format")),
                Arguments.of("ReadyForQuery", PgBackend.readyForQuery('I')),
                Arguments.of("CommandComplete", PgBackend.commandComplete("SELECT 1")),
                Arguments.of("RowDescription", PgBackend.rowDescription("w")),
                Arguments.of("NoData", PgFrontend.frame('n', 4, new byte[0])),
                Arguments.of("ParseComplete", PgFrontend.frame('1', 4, new byte[0])),
                Arguments.of("PortalSuspended", PgFrontend.frame('s', 4, new byte[0])),
                Arguments.of("EmptyQueryResponse", PgFrontend.frame('I', 4, new byte[0])),
                Arguments.of("CopyInResponse", PgFrontend.frame('G', 7, new byte[3])),
                Arguments.of("AuthenticationOk", PgFrontend.frame('R', 8, new byte[4])));
    }

    /** What comes behind it could be taken for the answer to something else. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("unasked")
    void anAnswerToNothingEndsTheConnection(String what, byte[] answer) {
        CountDownLatch answered = new CountDownLatch(1);
        try (RawPgUpstream upstream = playing(session -> {
                    session.send(PgFrontend.together(PgBackend.commandComplete("X"), PgBackend.readyForQuery('I')));
                    Eventually.await(() -> answered.getCount() == 0, Eventually.SOON, "the client has its answer");
                    session.send(answer);
                });
                TestSidecar sidecar = PgSidecars.denying(upstream.hostAndPort());
                RawPgClient client = open(sidecar)) {
            assertThat(lines(client.query("select 1"))).containsExactly("C(X)", "Z(I)");
            answered.countDown();
            assertThat(lines(client.readToEnd()))
                    .as(what)
                    .singleElement()
                    .satisfies(line -> assertThat(line).startsWith("E(FATAL 08P01 "));
        }
    }

    @Test
    void aServerThatClosesIsToldOf() {
        try (RawPgUpstream upstream = playing(session -> session.wire().close());
                TestSidecar sidecar = PgSidecars.allowing(upstream.hostAndPort());
                RawPgClient client = open(sidecar)) {
            client.send(PgFrontend.query("select 1"));
            assertThat(lines(client.readToEnd()))
                    .singleElement()
                    .satisfies(line -> assertThat(line).startsWith("E(FATAL 08006 "));
        }
    }

    @Test
    void aServerThatClosesWithinAMessageSaysNoMore() {
        byte[] half = PgFrontend.frame('D', 1000, new byte[10]);
        try (RawPgUpstream upstream = playing(session -> {
                    session.send(half);
                    session.wire().close();
                });
                TestSidecar sidecar = PgSidecars.allowing(upstream.hostAndPort());
                RawPgClient client = open(sidecar)) {
            int before = client.wire().received().length;
            client.send(PgFrontend.query("select 1"));
            client.wire().awaitEnd();
            // Nothing may be said in the middle of a message: the client would take it for data.
            assertThat(client.wire().received().length - before).isLessThanOrEqualTo(half.length);
        }
    }

    /** What is written to it fails before what it said is read. */
    @Test
    void whatAServerSaysBeforeItBreaksOffIsHeardAlsoWhileMoreIsSent() {
        byte[] last = PgBackend.error("FATAL", "57P01", "terminating connection due to administrator command");
        byte[] more = PgFrontend.query("select '" + "x".repeat(20_000) + "'");
        try (RawPgUpstream upstream = playing(session -> {
                    session.send(last);
                    session.wire().reset();
                });
                TestSidecar sidecar = PgSidecars.allowing(upstream.hostAndPort())) {
            for (int i = 0; i < 20; i++) {
                try (RawPgClient client = open(sidecar)) {
                    client.send(PgFrontend.query("select 1"), more);
                    assertThat(lines(client.readToEnd()))
                            .containsExactly("E(FATAL 57P01 terminating connection due to administrator command)");
                }
            }
        }
    }

    @Test
    void aServerThatRunsWhatStandsForARefusalDoesNotMakeItLookAsIfTheStatementRan() {
        try (RawPgUpstream upstream = answering(
                        PgFrontend.together(PgBackend.commandComplete("INSERT 0 1"), PgBackend.readyForQuery('I')));
                TestSidecar sidecar = PgSidecars.denying(upstream.hostAndPort());
                RawPgClient client = open(sidecar)) {
            client.send(PgFrontend.query("insert into t values ('forbidden')"));
            assertThat(lines(client.readUntilReady()))
                    .contains("E(ERROR 42501 forbidden here)")
                    .endsWith("Z(I)");
        }
    }

    @Test
    void messagesThatNobodyKnowsPass() {
        byte[] unknown = PgFrontend.frame('!', 8, new byte[] {1, 2, 3, 4});
        try (RawPgUpstream upstream = answering(
                        PgFrontend.together(unknown, PgBackend.commandComplete("X"), PgBackend.readyForQuery('I')));
                TestSidecar sidecar = PgSidecars.allowing(upstream.hostAndPort());
                RawPgClient client = open(sidecar)) {
            assertThat(lines(client.query("select 1"))).containsExactly("unreadable '!'(01020304)", "C(X)", "Z(I)");
        }
    }

    @Test
    void answersArriveHoweverTheNetworkCutsThem() {
        byte[] answer = PgFrontend.together(
                PgBackend.rowDescription("w"),
                PgBackend.dataRow("value"),
                PgBackend.commandComplete("SELECT 1"),
                PgBackend.parameterStatus("client_encoding", "LATIN1"),
                PgBackend.notification(1, "c", "x"),
                PgBackend.readyForQuery('T'));
        FragmentFeeder.feedEveryCut(answer, cut -> {
            try (RawPgUpstream upstream = playing(session -> cut.forEach(session::send));
                    TestSidecar sidecar = PgSidecars.allowing(upstream.hostAndPort());
                    RawPgClient client = open(sidecar)) {
                assertThat(lines(client.query("select 1")))
                        .containsExactly(
                                "T(w:25)",
                                "D('value')",
                                "C(SELECT 1)",
                                "S(client_encoding=LATIN1)",
                                "A(c 'x')",
                                "Z(T)");
            }
        });
    }

    @Test
    void aNoticeOfTheSidecarNeverStandsWithinAMessageOfTheServer() {
        byte[] notification = PgBackend.notification(1, "channel", "payload");
        List<byte[]> halves = FragmentFeeder.splitAt(notification, 9);
        WireJournal journal = new WireJournal();
        RawPgUpstream.Play play = session -> {
            session.readStartupDecliningEncryption();
            session.send(PgBackend.welcome());
            session.send(halves.get(0));
            session.awaitMore();
        };
        try (RawPgUpstream upstream = RawPgUpstream.start(journal, play);
                TestSidecar sidecar = PgSidecars.reviewing(upstream.hostAndPort(), "hold");
                RawPgClient client = open(sidecar)) {
            client.wire().awaitBytes(client.wire().received().length);
            client.send(PgFrontend.query("select 'guarded'"));
            sidecar.plane().awaitReview(0);
            sidecar.audit().await("review.held", record -> true);
            upstream.awaitConnection(0).send(halves.get(1));
            assertThat(client.next().line()).isEqualTo("A(channel 'payload')");
            assertThat(client.next().line()).startsWith("N(NOTICE 00000 the statement waits ");
        }
    }

    @Test
    void aServerThatDoesNotAnswerARequestForTlsIsGivenUp() {
        try (RawPgUpstream upstream = RawPgUpstream.start(new WireJournal(), session -> {
                    session.readStartup();
                    session.awaitMore();
                });
                TestSidecar sidecar =
                        PgSidecars.start(upstream.hostAndPort(), "upstream_tls: {insecure_skip_verify: true}");
                RawPgClient client = RawPgClient.connect(sidecar.address(PgSidecars.LISTENER))) {
            assertThat(lines(client.send(LOGIN.startup()).readToEnd()))
                    .singleElement()
                    .satisfies(line ->
                            assertThat(line).startsWith("E(FATAL 08001 ").contains("did not answer"));
            upstream.awaitConnection(0).awaitEnd();
        }
    }

    /** One that accepts and says nothing keeps a client waiting as it would without the sidecar, and no longer than that. */
    @Test
    void aServerThatSaysNothingIsLeftWithTheClient() {
        try (RawPgUpstream upstream = RawPgUpstream.start(new WireJournal(), session -> {
                    session.readStartup();
                    session.awaitMore();
                });
                TestSidecar sidecar = PgSidecars.allowing(upstream.hostAndPort())) {
            try (RawPgClient client = RawPgClient.connect(sidecar.address(PgSidecars.LISTENER))) {
                client.send(LOGIN.startup());
                upstream.awaitConnection(0).awaitBytes(LOGIN.startup().length);
            }
            upstream.awaitConnection(0).awaitEnd();
            Eventually.await(() -> sidecar.connections(PgSidecars.LISTENER) == 0, Eventually.SOON, "the client's end");
        }
    }

    /** A client that closes its side is gone: nobody waits for what it asked. */
    @Test
    void aClientThatClosesItsSideIsGone() {
        try (RawPgUpstream upstream = playing(session -> {});
                TestSidecar sidecar = PgSidecars.allowing(upstream.hostAndPort());
                RawPgClient client = open(sidecar)) {
            client.send(PgFrontend.query("select 1"));
            client.wire().halfClose();
            client.wire().awaitEnd();
            upstream.awaitConnection(0).awaitEnd();
        }
    }

    @Test
    void manyRowsDoNotPileUpWhereTheClientDoesNotRead() throws InterruptedException {
        byte[] rows = PgFrontend.together(Stream.generate(() -> PgBackend.dataRow("x".repeat(10_000)))
                .limit(100)
                .toArray(byte[][]::new));
        int rounds = 100;
        CountDownLatch allSent = new CountDownLatch(1);
        try (RawPgUpstream upstream = playing(session -> {
                    session.send(PgBackend.rowDescription("w"));
                    for (int i = 0; i < rounds; i++) {
                        session.send(rows);
                    }
                    session.send(PgBackend.commandComplete("SELECT 10000"), PgBackend.readyForQuery('I'));
                    allSent.countDown();
                });
                TestSidecar sidecar = PgSidecars.allowing(upstream.hostAndPort());
                RawPgClient client = open(sidecar)) {
            // The client's connection reads ahead a little, then pushes back until it is asked for more. A hundred
            // megabytes get the time to pile up in the sidecar, and do not.
            client.send(PgFrontend.query("select many"));
            assertThat(client.next().line()).startsWith("T(");
            boolean all = allSent.await(2, TimeUnit.SECONDS);
            assertThat(sidecar.bufferedBytes()).as("all sent: %s", all).isLessThanOrEqualTo(MOST_BUFFERED);
            for (int round = 0; round < rounds; round++) {
                for (int row = 0; row < 100; row++) {
                    assertThat(client.next()).isInstanceOf(PgMessage.DataRow.class);
                }
            }
            assertThat(lines(client.readUntilReady())).containsExactly("C(SELECT 10000)", "Z(I)");
        }
    }
}
