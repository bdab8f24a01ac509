package dev.hoop.proto.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import dev.hoop.testkit.plane.ScriptedControlPlane;
import dev.hoop.testkit.wire.WireJournal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main job over HTTP: held or returned, approved by a person, run once. */
class ReviewFlowTest {

    private static final String RULES = """
            guardrails:
              rules:
                - {name: transfers, type: http_resource, resources: [/transfers/**], action: require_review}
            review: {approval_rule: billing-approvers, mode: %s}
            """;
    private static final String POST =
            "POST /transfers/7?token=s3cret HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n100";

    @TempDir
    private Path directory;

    private final ScriptedControlPlane plane = ScriptedControlPlane.start();
    private RawHttpUpstream upstream;

    @BeforeEach
    void start() {
        upstream = RawHttpUpstream.answering(new WireJournal(), request -> RawHttpUpstream.response(200, "done"));
    }

    @AfterEach
    void stop() {
        upstream.close();
        plane.close();
    }

    @Test
    void case1ReturnedThenApprovedThenRunOnce() throws Exception {
        try (ConfiguredSidecar sidecar = start("return");
                RawConnection client = sidecar.connect()) {
            RawMessage pending = client.send(POST).readResponse();
            ReviewId id = plane.awaitReview(0);
            assertThat(pending.status()).isEqualTo(403);
            assertThat(pending.field("X-Hoop-Review-Id")).contains(id.value());
            assertThat(pending.field("X-Hoop-Review-Status")).contains("PENDING");
            assertThat(pending.field("Retry-After")).contains("5");
            assertThat(client.send(POST).readResponse().field("X-Hoop-Review-Id"))
                    .as("the same question is the same review")
                    .contains(id.value());
            assertThat(upstream.bytesReceived()).isZero();

            assertThat(status(sidecar, id)).contains("\"next\":\"wait\"");
            plane.reviews().approve(id, "Ana");
            assertThat(status(sidecar, id)).contains("\"next\":\"resend_identical_statement\"");

            RawMessage done = client.send(POST).readResponse();
            assertThat(done.status()).isEqualTo(200);
            assertThat(done.field("X-Hoop-Review-Id")).contains(id.value());
            assertThat(done.field("X-Hoop-Approved-By")).contains("Ana");
            assertThat(upstream.requests()).hasSize(1);

            RawMessage again = client.send(POST).readResponse();
            assertThat(again.status()).isEqualTo(403);
            assertThat(again.field("X-Hoop-Review-Id"))
                    .contains(plane.awaitReview(1).value());
            assertThat(upstream.requests()).hasSize(1);
        }
    }

    @Test
    void aHeldRequestRunsWhenItIsApproved() throws Exception {
        try (ConfiguredSidecar sidecar = start("hold");
                RawConnection client = sidecar.connect()) {
            client.send(POST);
            ReviewId id = plane.awaitReview(0);
            assertThat(upstream.bytesReceived()).isZero();
            plane.reviews().approve(id, "Ana");
            RawMessage done = client.readResponse();
            assertThat(done.body()).isEqualTo("done");
            assertThat(done.field("X-Hoop-Approved-By")).contains("Ana");
            assertThat(upstream.requests()).hasSize(1);
            assertThat(upstream.requests().get(0).body()).isEqualTo("100");
            assertThat(sidecar.audit()).contains(id.value()).doesNotContain("s3cret");
            assertThat(plane.reviews().await(0).text()).doesNotContain("s3cret");
        }
    }

    @Test
    void aHangUpSpendsNothingAndTheRetryUsesTheApproval() throws Exception {
        try (ConfiguredSidecar sidecar = start("hold")) {
            RawConnection client = sidecar.connect();
            client.send(POST);
            ReviewId id = plane.awaitReview(0);
            client.close();
            Eventually.await(
                    () -> sidecar.engine().stats().get(0).connections().active() == 0,
                    Eventually.SOON,
                    "the hang-up was seen");
            plane.reviews().approve(id);
            assertThat(plane.reviews().forwards()).isZero();
            assertThat(upstream.bytesReceived()).isZero();
            try (RawConnection retry = sidecar.connect()) {
                RawMessage done = retry.send(POST).readResponse();
                assertThat(done.body()).isEqualTo("done");
                assertThat(done.field("X-Hoop-Review-Id")).contains(id.value());
            }
            assertThat(plane.reviews().all()).hasSize(1);
            assertThat(upstream.requests()).hasSize(1);
        }
    }

    @Test
    void case2FiftyResendsSpendOneApprovalOnce() throws Exception {
        try (ConfiguredSidecar sidecar = start("return")) {
            try (RawConnection client = sidecar.connect()) {
                client.send(POST).readResponse();
            }
            plane.reviews().approve(plane.awaitReview(0));
            List<RawConnection> clients = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                clients.add(sidecar.connect());
            }
            clients.forEach(client -> client.send(POST));
            List<Integer> answers = clients.stream()
                    .map(client -> client.readResponse().status())
                    .toList();
            clients.forEach(RawConnection::close);
            assertThat(answers).containsOnly(200, 403).containsOnlyOnce(200);
            assertThat(upstream.requests()).hasSize(1);
        }
    }

    @Test
    void case3OtherParametersAreAnotherQuestion() throws Exception {
        try (ConfiguredSidecar sidecar = start("return");
                RawConnection client = sidecar.connect()) {
            client.send(POST).readResponse();
            plane.reviews().approve(plane.awaitReview(0));
            for (String other :
                    List.of(POST.replace("100", "999"), POST.replace("s3cret", "0ther"), POST.replace("/7", "/8"))) {
                assertThat(client.send(other).readResponse().status()).isEqualTo(403);
            }
            assertThat(plane.reviews().all()).hasSize(4);
            assertThat(upstream.bytesReceived()).isZero();
        }
    }

    /** The sidecar ends with the request at the upstream and no answer seen: whether it ran is not known, so it is not run again. */
    @Test
    void case7AnApprovalStaysSpentWhenTheSidecarEndsAfterForwarding() throws Exception {
        upstream.close();
        upstream = RawHttpUpstream.answering(new WireJournal(), request -> new byte[0]);
        ReviewId id;
        try (ConfiguredSidecar sidecar = start("return");
                RawConnection client = sidecar.connect()) {
            client.send(POST).readResponse();
            id = plane.awaitReview(0);
            plane.reviews().approve(id, "Ana");
            client.send(POST);
            upstream.awaitRequests(1);
            assertThat(sidecar.audit()).doesNotContain("statement.completed");
        }
        assertThat(plane.reviews().await(0).review().status()).isEqualTo(ReviewStatus.EXECUTED);
        try (ConfiguredSidecar next = start("return");
                RawConnection client = next.connect()) {
            RawMessage again = client.send(POST).readResponse();
            assertThat(again.status()).isEqualTo(403);
            assertThat(again.field("X-Hoop-Review-Id"))
                    .contains(plane.awaitReview(1).value())
                    .isNotEqualTo(Optional.of(id.value()));
        }
        assertThat(upstream.requests()).hasSize(1);
        assertThat(plane.reviews().forwards()).isOne();
    }

    @Test
    void aSidecarThatWasRestartedBetweenFilingAndResendUsesTheApproval() throws Exception {
        ReviewId id;
        try (ConfiguredSidecar sidecar = start("return");
                RawConnection client = sidecar.connect()) {
            client.send(POST).readResponse();
            id = plane.awaitReview(0);
        }
        plane.reviews().approve(id, "Ana");
        try (ConfiguredSidecar next = start("return");
                RawConnection client = next.connect()) {
            RawMessage done = client.send(POST).readResponse();
            assertThat(done.body()).isEqualTo("done");
            assertThat(done.field("X-Hoop-Review-Id")).contains(id.value());
        }
        assertThat(plane.reviews().all()).hasSize(1);
        assertThat(upstream.requests()).hasSize(1);
    }

    /** The upstream goes away after the filing; on its old address nobody listens when the approval comes. */
    @Test
    void anApprovalIsNotSpentOnAnUpstreamThatIsNotThere() throws Exception {
        for (String mode : List.of("hold", "return")) {
            int filed = plane.reviews().all().size();
            try (ConfiguredSidecar sidecar = start(mode);
                    RawConnection client = sidecar.connect()) {
                client.send(POST);
                ReviewId id = plane.reviews().await(filed).id();
                if (mode.equals("return")) {
                    client.readResponse();
                }
                int port = upstream.address().getPort();
                upstream.close();
                plane.reviews().approve(id, "Ana");
                if (mode.equals("return")) {
                    client.send(POST);
                }
                RawMessage unready = client.readResponse();
                assertThat(unready.status()).isEqualTo(502);
                assertThat(unready.field("X-Hoop-Denied")).isEmpty();
                assertThat(unready.body()).contains("nothing ran", "once the upstream answers");
                if (mode.equals("hold")) {
                    assertThat(unready.field("X-Hoop-Review-Id")).contains(id.value());
                    assertThat(unready.field("X-Hoop-Review-Status")).contains("APPROVED");
                    assertThat(unready.body()).contains("The approval stands");
                }
                assertThat(plane.reviews().forwards()).isEqualTo(filed);

                upstream = RawHttpUpstream.answeringAt(
                        port, new WireJournal(), request -> RawHttpUpstream.response(200, "done"));
                RawMessage done = client.send(POST).readResponse();
                assertThat(done.body()).isEqualTo("done");
                assertThat(done.field("X-Hoop-Review-Id")).contains(id.value());
                assertThat(upstream.requests()).hasSize(1);
            }
        }
    }

    @Test
    void nothingIsFiledWhileTheUpstreamIsNotThere() throws Exception {
        try (ConfiguredSidecar sidecar = start("hold");
                RawConnection client = sidecar.connect()) {
            upstream.close();
            RawMessage unready = client.send(POST).readResponse();
            assertThat(unready.status()).isEqualTo(502);
            assertThat(unready.body()).contains("No review was filed");
            assertThat(plane.reviews().all()).isEmpty();
            // A refusal does not wait for its own line.
            Eventually.await(
                    () -> sidecar.audit().contains("\"reason\":\"not_ready\""),
                    Eventually.SOON,
                    "the refusal's record");
        }
    }

    @Test
    void aDrainTellsTheHeldClient() throws Exception {
        try (ConfiguredSidecar sidecar = start("hold");
                RawConnection client = sidecar.connect()) {
            client.send(POST);
            ReviewId id = plane.awaitReview(0);
            sidecar.engine().drain(Duration.ofSeconds(20));
            RawMessage denial = client.readResponse();
            assertThat(denial.status()).isEqualTo(403);
            assertThat(denial.body()).contains("shutting down").contains(id.value());
            assertThat(client.readToEnd()).isEmpty();
            assertThat(plane.reviews().forwards()).isZero();
        }
    }

    private ConfiguredSidecar start(String mode) throws Exception {
        return ConfiguredSidecar.start(directory, upstream, plane.service(), RULES.formatted(mode));
    }

    private static String status(ConfiguredSidecar sidecar, ReviewId id) throws Exception {
        try (RawConnection client = sidecar.connect()) {
            return client.get("/.well-known/hoop/reviews/" + id).readResponse().body();
        }
    }
}
