package dev.hoop.proto.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.http2.Http2Frames;
import dev.hoop.testkit.plane.ScriptedReview;
import dev.hoop.testkit.sidecar.TestSidecar;
import dev.hoop.testkit.wire.WireJournal;
import dev.hoop.testkit.wire.WireServer;
import io.grpc.Status;
import io.netty.handler.codec.http2.Http2Error;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An upstream that goes away, refuses, breaks off or takes less: each call hears of it, and no other call does. */
class UpstreamTroubleTest {

    private static final String GET = "/any.Service/Get";
    private static final String PURGE = "/billing.Invoices/Purge";

    private WireServer upstream;
    private TestSidecar sidecar;
    private Http2Peer client;

    @BeforeEach
    void start() {
        upstream = WireServer.start("upstream", new WireJournal());
        sidecar = TestSidecar.start(yaml(upstream.hostAndPort()));
        client = Http2Peer.client(sidecar.address("calls"));
    }

    private static String yaml(String upstream) {
        return Sidecars.yaml(upstream, """
                guardrails:
                  rules:
                    - {name: ask, type: grpc_method, methods: ["billing.Invoices/Purge"], action: require_review}
                review: {approval_rule: approvers, message: held}
                """);
    }

    @AfterEach
    void stop() {
        client.close();
        sidecar.close();
        upstream.close();
    }

    private void call(int stream, String path) {
        client.send(GrpcUnderTest.call(stream, path, Grpc.framed(0, Grpc.text("x"))));
    }

    private void open(int stream, String path) {
        client.send(GrpcUnderTest.head(stream, path));
    }

    private String status() {
        client.next(Http2Frames.HEADERS);
        return client.fields().get("grpc-status") + ": " + client.fields().get("grpc-message");
    }

    @Test
    void aGoAwayRefusesWhatTheUpstreamDidNotTakeAndFinishesWhatItDid() {
        open(1, GET);
        Http2Peer first = Http2Peer.server(upstream, 0);
        int taken = first.call();
        open(3, GET);
        first.call();

        first.send(Http2Peer.goAway(taken, Http2Error.NO_ERROR));

        Http2Peer.Frame reset = client.next(Http2Frames.RST_STREAM);
        assertThat(reset.stream()).isEqualTo(3);
        assertThat(reset.number()).isEqualTo((int) Http2Error.REFUSED_STREAM.code());
        open(5, GET);
        Http2Peer second = Http2Peer.server(upstream, 1);
        second.answer(second.call(), 0);
        assertThat(client.next(Http2Frames.HEADERS).stream()).isEqualTo(5);
        first.answer(taken, 0);
        assertThat(client.next(Http2Frames.HEADERS).stream()).isEqualTo(1);
        first.wire().awaitEnd();
    }

    @Test
    void aRealClientTriesAgainByItselfWhatAGoAwayLeftUntouched() throws Exception {
        try (GrpcClient real = GrpcClient.connect(sidecar.address("calls"))) {
            GrpcClient.Running call = real.unary("any.Service/Get", "1");
            Http2Peer first = Http2Peer.server(upstream, 0);
            first.call();
            first.send(Http2Peer.goAway(0, Http2Error.NO_ERROR));
            Http2Peer second = Http2Peer.server(upstream, 1);
            second.answer(second.call(), 0);

            assertThat(call.end().status()).isEqualTo(Status.OK);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Http2Error.class,
            names = {"REFUSED_STREAM", "CANCEL", "INTERNAL_ERROR", "ENHANCE_YOUR_CALM"})
    void aResetIsPassedOnAsItIs(Http2Error error) {
        open(1, GET);
        Http2Peer server = Http2Peer.server(upstream, 0);
        int there = server.call();
        open(3, GET);
        int sibling = server.call();

        server.send(Http2Frames.number(Http2Frames.RST_STREAM, there, (int) error.code()));

        Http2Peer.Frame reset = client.next(Http2Frames.RST_STREAM);
        assertThat(reset.stream()).isEqualTo(1);
        assertThat(reset.number()).isEqualTo((int) error.code());
        server.answer(sibling, 0);
        assertThat(client.next(Http2Frames.HEADERS).stream()).isEqualTo(3);
    }

    @Test
    void aCallThatTheClientCancelsIsCancelledAtTheUpstreamAndNoOther() {
        open(1, GET);
        Http2Peer server = Http2Peer.server(upstream, 0);
        int there = server.call();
        open(3, GET);
        int sibling = server.call();

        client.send(Http2Frames.number(Http2Frames.RST_STREAM, 1, (int) Http2Error.CANCEL.code()));

        Http2Peer.Frame reset = server.next(Http2Frames.RST_STREAM);
        assertThat(reset.stream()).isEqualTo(there);
        assertThat(reset.number()).isEqualTo((int) Http2Error.CANCEL.code());
        server.answer(sibling, 0);
        assertThat(client.next(Http2Frames.HEADERS).stream()).isEqualTo(3);
    }

    @Test
    void aClientThatIsGoneHasItsCallsCancelled() {
        open(1, GET);
        Http2Peer server = Http2Peer.server(upstream, 0);
        int there = server.call();

        client.wire().reset();

        assertThat(server.next(Http2Frames.RST_STREAM).stream()).isEqualTo(there);
    }

    @Test
    void aConnectionThatIsLostEndsItsCallsAndTheNextGoesOverAnother() {
        open(1, GET);
        Http2Peer first = Http2Peer.server(upstream, 0);
        first.call();

        first.wire().reset();

        assertThat(status())
                .isEqualTo("14: the connection to the upstream was lost; nobody can tell whether the call ran");
        call(3, GET);
        Http2Peer second = Http2Peer.server(upstream, 1);
        second.answer(second.call(), 0);
        assertThat(status()).isEqualTo("0: null");
    }

    @Test
    void aConnectionThatIsLostWhileNothingGoesOverItIsNotUsedAgain() throws Exception {
        try (GrpcClient real = GrpcClient.connect(sidecar.address("calls"))) {
            GrpcClient.Running before = real.unary("any.Service/Get", "1");
            Http2Peer first = Http2Peer.server(upstream, 0);
            first.answer(first.call(), 0);
            assertThat(before.end().status()).isEqualTo(Status.OK);

            first.close();

            // A call before the sidecar has seen it is lost with it, and says so.
            GrpcClient.Running call;
            do {
                GrpcClient.Running next = real.unary("any.Service/Get", "1");
                Eventually.await(
                        () -> upstream.connections().size() > 1 || next.ended(), Eventually.SOON, "a connection");
                call = next;
            } while (upstream.connections().size() == 1);
            Http2Peer second = Http2Peer.server(upstream, 1);
            second.answer(second.call(), 0);
            assertThat(call.end().status()).isEqualTo(Status.OK);
        }
    }

    @Test
    void anUpstreamThatTakesOneCallAtATimeGetsAConnectionForEach() {
        open(1, GET);
        Http2Peer first = Http2Peer.server(upstream, 0, Http2Peer.setting(3, 1));
        int one = first.call();
        open(3, GET);
        Http2Peer second = Http2Peer.server(upstream, 1, Http2Peer.setting(3, 1));
        second.answer(second.call(), 0);
        assertThat(client.next(Http2Frames.HEADERS).stream()).isEqualTo(3);
        first.answer(one, 0);
        assertThat(client.next(Http2Frames.HEADERS).stream()).isEqualTo(1);
    }

    @Test
    void anUpstreamThatTakesNoCallYetIsNotDialledAgain() {
        open(1, GET);
        Http2Peer server = Http2Peer.server(upstream, 0, Http2Peer.setting(3, 0));
        server.next(Http2Frames.SETTINGS);

        server.send(Http2Frames.frame(Http2Frames.SETTINGS, 0, 0, Http2Peer.setting(3, 5)));

        server.answer(server.call(), 0);
        assertThat(status()).isEqualTo("0: null");
        assertThat(upstream.connections()).hasSize(1);
    }

    @Test
    void anApprovalThatWasSpentOnAnUpstreamThatDidNotTakeTheCallIsNamed() {
        call(1, PURGE);
        Http2Peer server = Http2Peer.server(upstream, 0);
        ScriptedReview review = sidecar.plane().reviews().await(0);
        sidecar.plane().reviews().approve(review.id(), "Zoe");
        int there = server.call();

        server.send(Http2Frames.number(Http2Frames.RST_STREAM, there, (int) Http2Error.REFUSED_STREAM.code()));

        assertThat(status())
                .isEqualTo("14: the upstream did not take the call. The approval was spent on this attempt");
        assertThat(client.fields())
                .containsEntry("x-hoop-review-id", review.id().value());
        assertThat(client.fields()).doesNotContainKey("x-hoop-denied");
    }

    @Test
    void noApprovalIsSpentOnAnUpstreamThatIsNotThere() {
        client.send(GrpcUnderTest.call(1, PURGE, Grpc.framed(0, Grpc.text("x")), "x-hoop-review-mode", "return"));
        Http2Peer.server(upstream, 0);
        assertThat(status()).startsWith("7: held: waiting for approval");
        ScriptedReview review = sidecar.plane().reviews().await(0);
        sidecar.plane().reviews().approve(review.id(), "Zoe");
        int port = upstream.address().getPort();
        upstream.close();

        int stream = 3;
        String heard;
        do {
            // Until the sidecar has seen it.
            call(stream, GET);
            stream += 2;
            heard = status();
        } while (!heard.startsWith("14: the upstream could not be reached"));
        call(stream, PURGE);
        assertThat(status())
                .startsWith("14: the upstream could not be reached; nothing ran. No review was filed, and no approval");
        assertThat(sidecar.plane().reviews().forwards()).isZero();

        upstream = WireServer.startAt(port, "upstream", new WireJournal(), wire -> {
            Http2Peer server = Http2Peer.of(wire);
            server.answer(server.call(), 0);
            wire.awaitEnd();
        });
        call(stream + 2, PURGE);
        assertThat(status()).isEqualTo("0: null");
        assertThat(client.fields())
                .containsEntry("x-hoop-review-id", review.id().value());
    }

    @Test
    void moreMetadataThanTheUpstreamTakesEndsThatCallOnly() throws Exception {
        try (EchoServer server = EchoServer.start();
                TestSidecar before = TestSidecar.start(Sidecars.yaml(server.hostAndPort(), ""));
                GrpcClient real = GrpcClient.connect(before.address("calls"))) {
            GrpcClient.Running sibling = real.begin("any.Service/Talk").send("1");
            Eventually.await(() -> sibling.messages().size() == 1, Eventually.SOON, "the first answer");

            GrpcClient.Running large =
                    real.unary("any.Service/Get", "1", GrpcClient.metadata("x-large", "y".repeat(20_000)));

            assertThat(large.end().status().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
            assertThat(large.end().status().getDescription())
                    .isEqualTo("the call's metadata are more than the upstream takes; nothing ran");
            assertThat(sibling.halfClose().end().status()).isEqualTo(Status.OK);
        }
    }

    @Test
    void moreMetadataInAnAnswerThanIsReadEndThatCallOnly() {
        open(1, GET);
        Http2Peer server = Http2Peer.server(upstream, 0);
        int there = server.call();
        open(3, GET);
        int sibling = server.call();

        byte[][] frames = new byte[20][];
        for (int i = 0; i < frames.length; i++) {
            byte[] fields = Http2Frames.join(
                    i == 0 ? Http2Frames.fields(":status", "200") : new byte[0],
                    Http2Frames.fields("x-" + i, "y".repeat(14_000)));
            int type = i == 0 ? Http2Frames.HEADERS : Http2Frames.CONTINUATION;
            frames[i] = Http2Frames.frame(type, i == frames.length - 1 ? Http2Frames.END_HEADERS : 0, there, fields);
        }
        server.send(frames);

        assertThat(status()).startsWith("13: the upstream's answer breaks the rules of HTTP/2, or has more metadata");
        server.answer(sibling, 0);
        assertThat(client.next(Http2Frames.HEADERS).stream()).isEqualTo(3);
    }

    @Test
    void manyCancelledCallsAreSpreadOverConnections() {
        Http2Peer first = null;
        for (int stream = 1; stream < 2 * 100; stream += 2) {
            open(stream, GET);
            first = first == null ? Http2Peer.server(upstream, 0) : first;
            first.call();
            client.send(Http2Frames.number(Http2Frames.RST_STREAM, stream, (int) Http2Error.CANCEL.code()));
            first.next(Http2Frames.RST_STREAM);
        }
        call(401, GET);
        Http2Peer second = Http2Peer.server(upstream, 1);
        second.answer(second.call(), 0);
        assertThat(status()).isEqualTo("0: null");
    }

    @Test
    void anAnswerOfHttpIsOneOfGrpcByItsStatus() {
        call(1, GET);
        Http2Peer server = Http2Peer.server(upstream, 0);
        int there = server.call();
        server.send(
                Http2Frames.headers(there, false, Http2Frames.fields(":status", "503", "content-type", "text/html")),
                Http2Frames.data(there, true, "<html>"));

        client.next(Http2Frames.HEADERS);
        assertThat(client.fields()).containsEntry(":status", "503");
        assertThat(status()).isEqualTo("14: the upstream ended its answer without a status of gRPC");
    }
}
