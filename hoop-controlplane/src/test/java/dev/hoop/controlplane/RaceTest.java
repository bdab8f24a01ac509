package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.BO;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.controlplane.PlaneClient.Answer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What must hold however calls meet. Every call is a real one, and all of a race start together. */
@OnEachStorage
class RaceTest {

    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final TestPlane plane;
    private final PlaneClient client;

    RaceTest(TestPlane plane) {
        this.plane = plane;
        client = plane.client;
    }

    @AfterEach
    void stop() {
        callers.shutdownNow();
    }

    @Test
    void identicalQuestionsAtOnceAreOneReview() throws Exception {
        List<Answer> answers = together(Collections.nCopies(200, () -> client.file(PAYMENTS, "DROP TABLE invoices")));
        assertThat(answers.stream().filter(answer -> answer.status() == 201)).hasSize(1);
        assertThat(answers.stream().filter(answer -> answer.status() == 200)).hasSize(199);
        assertThat(answers.stream().map(Answer::id).distinct()).hasSize(1);
        assertThat(answers).noneMatch(Answer::forward);
        assertThat(client.asSidecar(PAYMENTS, "GET", "/api/sidecars/reviews", "")
                        .json())
                .hasSize(1);
    }

    @Test
    void anApprovalIsSpentByOneOfFiftyClaims() throws Exception {
        String id = client.file(PAYMENTS, "DROP TABLE invoices").id();
        client.approve(ANA, id);
        List<Answer> answers = together(Collections.nCopies(50, () -> client.claim(PAYMENTS, id)));
        assertThat(answers).allMatch(answer -> answer.status() == 200);
        assertThat(answers.stream().filter(Answer::forward)).hasSize(1);
        assertThat(answers).allMatch(answer -> answer.reviewStatus().equals("EXECUTED"));
    }

    @Test
    void anApprovalIsSpentOnceByClaimsAndResendsTogether() throws Exception {
        String id = client.file(PAYMENTS, "DROP TABLE invoices").id();
        client.approve(ANA, id);
        List<Callable<Answer>> calls = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            calls.add(() -> client.claim(PAYMENTS, id));
            calls.add(() -> client.file(PAYMENTS, "DROP TABLE invoices"));
        }
        List<Answer> answers = together(calls);
        assertThat(answers.stream().filter(Answer::forward)).hasSize(1);
        assertThat(answers.stream().filter(answer -> answer.status() == 201))
                .as("the resends that came too late asked one new question together")
                .hasSizeLessThanOrEqualTo(1);
        assertThat(answers.stream().map(Answer::id).collect(Collectors.toSet())).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void revokingAgainstClaimingEndsOneWayOrTheOther() throws Exception {
        for (int round = 0; round < 30; round++) {
            String id = client.file(PAYMENTS, "statement " + round).id();
            client.approve(ANA, id);
            List<Answer> answers = together(List.of(
                    () -> client.decide(BO, id, "REVOKED"),
                    () -> client.claim(PAYMENTS, id),
                    () -> client.claim(PAYMENTS, id)));
            boolean revoked = answers.get(0).status() == 200;
            long forwarded =
                    answers.subList(1, 3).stream().filter(Answer::forward).count();
            if (revoked) {
                assertThat(forwarded).isZero();
                assertThat(status(id)).isEqualTo("REVOKED");
            } else {
                assertThat(answers.get(0).status()).isEqualTo(400);
                assertThat(answers.get(0).message()).contains("already run");
                assertThat(forwarded).isEqualTo(1);
                assertThat(status(id)).isEqualTo("EXECUTED");
            }
        }
    }

    @Test
    void approvingAgainstRejectingAgainstClaimingEndsInOneLegalState() throws Exception {
        for (int round = 0; round < 30; round++) {
            String id = client.file(PAYMENTS, "statement " + round).id();
            List<Answer> answers = together(List.of(
                    () -> client.approve(ANA, id),
                    () -> client.decide(BO, id, "REJECTED"),
                    () -> client.claim(PAYMENTS, id),
                    () -> client.claim(PAYMENTS, id),
                    () -> client.file(PAYMENTS, "statement with nothing to do with it")));
            boolean approved = answers.get(0).status() == 200;
            boolean rejected = answers.get(1).status() == 200;
            assertThat(approved).as("one of them was first").isNotEqualTo(rejected);
            assertThat(approved ? answers.get(1).status() : answers.get(0).status())
                    .isEqualTo(400);
            long forwarded =
                    answers.subList(2, 4).stream().filter(Answer::forward).count();
            assertThat(forwarded).isLessThanOrEqualTo(approved ? 1 : 0);
            assertThat(status(id)).isEqualTo(rejected ? "REJECTED" : forwarded == 1 ? "EXECUTED" : "APPROVED");
        }
    }

    private String status(String id) throws Exception {
        return client.asSidecar(PAYMENTS, "GET", "/api/sidecars/reviews/" + id, "")
                .json()
                .path("status")
                .asText();
    }

    private List<Answer> together(List<Callable<Answer>> calls) throws Exception {
        CountDownLatch ready = new CountDownLatch(calls.size());
        CountDownLatch go = new CountDownLatch(1);
        List<Future<Answer>> answers = new ArrayList<>();
        for (Callable<Answer> call : calls) {
            answers.add(callers.submit(() -> {
                ready.countDown();
                go.await();
                return call.call();
            }));
        }
        ready.await();
        go.countDown();
        List<Answer> all = new ArrayList<>();
        for (Future<Answer> answer : answers) {
            all.add(answer.get());
        }
        return all;
    }
}
