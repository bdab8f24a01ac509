package dev.hoop.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.ReviewDenials;
import dev.hoop.review.ReviewId;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.contract.ProtocolUnderTest.TestClient;
import dev.hoop.testkit.contract.ProtocolUnderTest.TestUpstream;
import dev.hoop.testkit.plane.ScriptedControlPlane;
import dev.hoop.testkit.plane.ScriptedReviews;
import dev.hoop.testkit.sidecar.AuditLog;
import dev.hoop.testkit.sidecar.TestSidecar;
import dev.hoop.testkit.wire.WireConnection;
import dev.hoop.testkit.wire.WireJournal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** One listener of the protocol, its upstream and its plane. */
final class ContractFixture implements AutoCloseable {

    static final String LISTENER = "contract";
    static final String RULE = "contract-approvers";
    static final String MESSAGE = "held by contract";

    /** A word that makes a statement forbidden. */
    static final String FORBIDDEN = "forbidden";

    /** A word that makes a statement need a person. */
    static final String GUARDED = "guarded";

    private final ProtocolUnderTest protocol;
    private final Capabilities capabilities;
    private final WireJournal journal = new WireJournal();
    private final TestUpstream upstream;
    private final TestSidecar sidecar;

    /**
     * @param sidecars makes the sidecar
     * @param mode {@code hold} or {@code return}
     */
    ContractFixture(
            ProtocolUnderTest protocol,
            Capabilities capabilities,
            TestSidecar.Builder sidecars,
            String mode,
            int holdTimeoutSec)
            throws IOException {
        this.protocol = protocol;
        this.capabilities = capabilities;
        this.upstream = protocol.startUpstream(journal);
        this.sidecar = sidecars.protocols(protocol.factory()).start(yaml(mode, holdTimeoutSec));
    }

    private String yaml(String mode, int holdTimeoutSec) {
        StringBuilder yaml = new StringBuilder("""
                listeners:
                  - name: %s
                    protocol: %s
                    listen: 127.0.0.1:0
                    upstream: "%s"
                    guardrails:
                      rules:
                        - {name: no-forbidden, type: deny_words_list, words: [%s], message: forbidden by contract}
                        - {name: ask-a-person, type: deny_words_list, words: [%s], action: require_review}
                    review:
                      approval_rule: %s
                      mode: %s
                      message: %s
                      hold_timeout_sec: %d
                """.formatted(
                        LISTENER,
                        protocol.factory().protocol(),
                        upstream.hostAndPort(),
                        FORBIDDEN,
                        GUARDED,
                        RULE,
                        mode,
                        MESSAGE,
                        holdTimeoutSec));
        protocol.configuration()
                .forEach(line -> yaml.append("    ").append(line).append('\n'));
        return yaml.toString();
    }

    TestClient connect() {
        try {
            return protocol.connect(sidecar.address(LISTENER));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends one statement on a connection of its own and returns the answer. */
    Reply ask(String words) {
        try (TestClient client = connect()) {
            client.send(protocol.encode(words));
            return client.reply();
        }
    }

    /** Sends a statement on an open connection and returns the answer. */
    Reply ask(TestClient client, String words) {
        client.send(protocol.encode(words));
        return client.reply();
    }

    /** Sends the statement on so many connections at once; the answers, in no order. */
    List<Reply> askAtOnce(int times, String words) {
        List<CompletableFuture<Reply>> asking = new ArrayList<>();
        CountDownLatch start = new CountDownLatch(times);
        for (int i = 0; i < times; i++) {
            CompletableFuture<Reply> reply = new CompletableFuture<>();
            asking.add(reply);
            Thread thread = new Thread(() -> askTogether(start, words, reply), "contract-client-" + i);
            thread.setDaemon(true);
            thread.start();
        }
        return asking.stream()
                .map(reply -> Eventually.get(reply, WireConnection.PATIENCE, "an answer"))
                .toList();
    }

    private void askTogether(CountDownLatch start, String words, CompletableFuture<Reply> reply) {
        try (TestClient client = connect()) {
            start.countDown();
            start.await();
            reply.complete(ask(client, words));
        } catch (InterruptedException | RuntimeException | AssertionError e) {
            reply.completeExceptionally(e);
        }
    }

    /** A denial, word for word, and that the connection goes on where it should. */
    void assertDenied(TestClient client, Reply reply, String message, Optional<ReviewId> review) {
        assertThat(reply.ran()).as("the statement ran").isFalse();
        assertThat(reply.message()).isEqualTo(message);
        if (capabilities.namesReviews()) {
            assertThat(reply.reviewId()).isEqualTo(review.map(ReviewId::value));
        }
        if (capabilities.survivesDenials()) {
            int before = ran().size();
            assertThat(ask(client, "harmless after a denial").ran())
                    .as("the connection goes on")
                    .isTrue();
            assertThat(ran()).hasSize(before + 1).last().isEqualTo("harmless after a denial");
        }
    }

    /** That the statement ran by that review's approval. */
    void assertReleased(Reply reply, ReviewId review) {
        assertThat(reply.ran()).as("the statement ran").isTrue();
        if (capabilities.namesReviews()) {
            assertThat(reply.reviewId()).contains(review.value());
        }
        if (capabilities.namesApprovers()) {
            assertThat(reply.approvedBy()).contains("ana@example.com");
        }
    }

    /** Waits until so many statements are held. */
    void awaitHolds(int count) {
        Eventually.await(
                () -> audit().records("review.held").size() >= count, WireConnection.PATIENCE, count + " holds");
    }

    /** How often the statement ran. */
    long runs(String words) {
        return ran().stream().filter(words::equals).count();
    }

    Capabilities capabilities() {
        return capabilities;
    }

    ReviewDenials denials() {
        return new ReviewDenials(MESSAGE, false);
    }

    byte[] encode(String words) {
        return protocol.encode(words);
    }

    TestSidecar sidecar() {
        return sidecar;
    }

    ScriptedControlPlane plane() {
        return sidecar.plane();
    }

    ScriptedReviews reviews() {
        return sidecar.plane().reviews();
    }

    AuditLog audit() {
        return sidecar.audit();
    }

    List<String> ran() {
        return upstream.ran();
    }

    long bytesAtUpstream() {
        return upstream.bytesReceived();
    }

    WireJournal journal() {
        return journal;
    }

    @Override
    public void close() {
        sidecar.close();
        upstream.close();
    }
}
