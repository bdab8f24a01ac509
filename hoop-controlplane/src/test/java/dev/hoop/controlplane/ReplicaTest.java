package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.BO;
import static dev.hoop.controlplane.TestPlane.CY;
import static dev.hoop.controlplane.TestPlane.DEE;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.controlplane.DecisionLogCheck.Result;
import dev.hoop.controlplane.PlaneClient.Answer;
import dev.hoop.testbase.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two planes on one PostgreSQL are one plane. */
class ReplicaTest {

    private static final String FREEZE = "{\"sidecar\":\"payments\",\"reason\":\"amok\"}";

    @TempDir
    private Path directory;

    private final HandClock clock = new HandClock();
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private ControlPlaneSettings settings;
    private TestPlane one;
    private TestPlane two;

    @BeforeEach
    void start() throws Exception {
        settings = settings(List.of(ApprovalRule.ofGroup("billing-approvers", "billing")));
        one = TestPlane.start(settings, clock);
        two = TestPlane.start(settings, clock);
    }

    private ControlPlaneSettings settings(List<ApprovalRule> rules) {
        return TestPlane.settings(directory, rules).withStorage(StorageKind.POSTGRESQL.at(directory));
    }

    @AfterEach
    void stop() {
        callers.shutdownNow();
        two.close();
        one.close();
    }

    @Test
    void whatHappensOnOneIsHeardOnTheOtherOnce() throws Exception {
        try (EventReader people = EventReader.ofPerson(two.client, CY);
                EventReader sidecar = EventReader.ofSidecar(two.client, PAYMENTS);
                EventReader there = EventReader.ofPerson(one.client, CY)) {
            String id = one.client.file(PAYMENTS, "DROP TABLE invoices").id();
            assertThat(people.next()).hasToString("filed " + id + " PENDING");
            assertThat(there.next()).hasToString("filed " + id + " PENDING");
            two.client.approve(ANA, id);
            assertThat(people.next()).hasToString("decided " + id + " APPROVED");
            assertThat(there.next()).hasToString("decided " + id + " APPROVED");
            assertThat(sidecar.next()).hasToString("decided " + id + " APPROVED");
            assertThat(one.client.claim(PAYMENTS, id).forward()).isTrue();
            assertThat(people.next()).hasToString("executed " + id + " EXECUTED");
            assertThat(there.next()).hasToString("executed " + id + " EXECUTED");
            assertThat(two.client.claim(PAYMENTS, id).forward()).isFalse();

            List<String> expiring = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                expiring.add(one.client.file(PAYMENTS, "statement " + i).id());
                assertThat(people.next().name()).isEqualTo("filed");
                assertThat(there.next().name()).isEqualTo("filed");
            }
            clock.advance(Duration.ofMinutes(30));
            List<String> heard = new ArrayList<>();
            List<String> heardThere = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                heard.add(people.next().toString());
                heardThere.add(there.next().toString());
            }
            // Whatever is told twice would come before this.
            String last = two.client.file(PAYMENTS, "the last").id();
            assertThat(people.next()).hasToString("filed " + last + " PENDING");
            assertThat(there.next()).hasToString("filed " + last + " PENDING");
            assertThat(heard)
                    .containsExactlyInAnyOrderElementsOf(expiring.stream()
                            .map(each -> "expired " + each + " EXPIRED")
                            .toList());
            assertThat(heardThere).containsExactlyInAnyOrderElementsOf(heard);
        }
    }

    @Test
    void whatIsFrozenOnOneIsHeardOnTheOtherOnce() throws Exception {
        try (EventReader here = EventReader.ofPerson(one.client, CY);
                EventReader there = EventReader.ofPerson(two.client, CY)) {
            JsonNode freeze =
                    one.client.asPerson(ANA, "POST", "/api/freezes", FREEZE).json();
            for (EventReader reader : List.of(here, there)) {
                EventReader.Event frozen = reader.next();
                assertThat(frozen.name()).isEqualTo("frozen");
                assertThat(frozen.data()).isEqualTo(freeze);
            }
            String end = "/api/freezes/" + freeze.path("id").asText() + "/end";
            JsonNode ended = two.client
                    .asPerson(ANA, "POST", end, "{\"reason\":\"mended\"}")
                    .json();
            for (EventReader reader : List.of(here, there)) {
                EventReader.Event unfrozen = reader.next();
                assertThat(unfrozen.name()).isEqualTo("unfrozen");
                assertThat(unfrozen.data()).isEqualTo(ended);
            }
            String last = one.client.file(PAYMENTS, "the last").id();
            assertThat(here.next()).hasToString("filed " + last + " PENDING");
            assertThat(there.next()).hasToString("filed " + last + " PENDING");
        }
    }

    @Test
    void anApprovalIsSpentByOneOfFiftyClaimsOverBoth() throws Exception {
        for (int round = 0; round < 3; round++) {
            String statement = "DROP TABLE invoices" + round;
            String id = one.client.file(PAYMENTS, statement).id();
            two.client.approve(ANA, id);
            List<Callable<Answer>> calls = new ArrayList<>();
            for (int i = 0; i < 25; i++) {
                calls.add(() -> one.client.claim(PAYMENTS, id));
                calls.add(() -> two.client.claim(PAYMENTS, id));
            }
            calls.add(() -> one.client.file(PAYMENTS, statement));
            calls.add(() -> two.client.file(PAYMENTS, statement));
            List<Answer> answers = together(calls);
            assertThat(answers).allMatch(answer -> answer.status() / 100 == 2);
            assertThat(answers.stream().filter(Answer::forward)).hasSize(1);
        }
        // What the file made, which both have and one wrote, and the approvals and uses.
        assertThat(DecisionLogCheck.check(settings.storage(), Optional.empty()))
                .isInstanceOfSatisfying(
                        Result.Sound.class, sound -> assertThat(sound.entries()).isEqualTo(6 + 6));
    }

    @Test
    void identicalQuestionsOverBothAreOneReview() throws Exception {
        List<Callable<Answer>> calls = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            calls.add(() -> one.client.file(PAYMENTS, "DROP TABLE invoices"));
            calls.add(() -> two.client.file(PAYMENTS, "DROP TABLE invoices"));
        }
        List<Answer> answers = together(calls);
        assertThat(answers.stream().filter(answer -> answer.status() == 201)).hasSize(1);
        assertThat(answers.stream().filter(answer -> answer.status() == 200)).hasSize(79);
        assertThat(answers.stream().map(Answer::id).distinct()).hasSize(1);
    }

    @Test
    void decisionsThatMeetOnTwoReplicasSeeEachOther() throws Exception {
        two.close();
        one.close();
        settings = settings(List.of(TestPlane.rule(2, false, List.of("billing"), List.of(), false)));
        one = TestPlane.start(settings, clock);
        two = TestPlane.start(settings, clock);
        for (int round = 0; round < 10; round++) {
            String id = one.client.file(PAYMENTS, "statement " + round).id();
            List<Answer> answers =
                    together(List.of(() -> one.client.approve(ANA, id), () -> two.client.approve(BO, id)));
            assertThat(answers).allMatch(answer -> answer.status() == 200);
            assertThat(one.client.claim(PAYMENTS, id).forward())
                    .as("both were counted")
                    .isTrue();
        }
    }

    /** Behind a freeze in the log there is no use, whichever replica each was asked of. */
    @Test
    void nothingIsUsedBehindAFreezeOfTheOtherReplica() throws Exception {
        for (int round = 0; round < 10; round++) {
            Answer freeze =
                    amongClaims(PAYMENTS, round, () -> one.client.asPerson(ANA, "POST", "/api/freezes", FREEZE));
            String id = freeze.json().path("id").asText();
            assertThat(two.client
                            .asPerson(ANA, "POST", "/api/freezes/" + id + "/end", "{\"reason\":\"mended\"}")
                            .status())
                    .isEqualTo(200);
        }
        assertNothingIsUsedBetween("freeze.started", "freeze.ended");
    }

    /** The same of a sidecar that is let in no more. */
    @Test
    void nothingIsUsedBehindTheDisablingOfASidecarOnTheOtherReplica() throws Exception {
        one.withDee();
        SecretToken reports = SecretToken.of(one.client
                .asPerson(DEE, "POST", "/api/sidecars", "{\"name\":\"reports\"}")
                .json()
                .path("token")
                .asText());
        for (int round = 0; round < 10; round++) {
            amongClaims(reports, round, () -> setDisabled(one, true));
            assertThat(setDisabled(two, false).status()).isEqualTo(200);
        }
        assertNothingIsUsedBetween("sidecar.disabled", "sidecar.enabled");
    }

    private static Answer setDisabled(TestPlane plane, boolean disabled) throws Exception {
        return plane.client.asPerson(DEE, "PATCH", "/api/sidecars/reports", "{\"disabled\":" + disabled + "}");
    }

    /** Makes a call while four approvals are claimed on the second replica. */
    private Answer amongClaims(SecretToken sidecar, int round, Callable<Answer> call) throws Exception {
        List<Callable<Answer>> calls = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String id = one.client.file(sidecar, "statement " + round + "." + i).id();
            assertThat(two.client.approve(ANA, id).status()).isEqualTo(200);
            calls.add(() -> two.client.claim(sidecar, id));
        }
        calls.add(1, call);
        return together(calls).get(1);
    }

    private void assertNothingIsUsedBetween(String begin, String end) {
        boolean between = false;
        for (List<String> row : StorageKind.Postgres.server()
                .query(database(), "select kind from decision_log where kind not like 'review.a%' order by seq")) {
            assertThat(between && row.get(0).equals("review.executed")).isFalse();
            between = row.get(0).equals(begin) || between && !row.get(0).equals(end);
        }
    }

    @Test
    void replicasThatStartAtOnceWriteTheirDeclarationsOneAfterTheOther() throws Exception {
        List<Callable<TestPlane>> starts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            starts.add(() -> TestPlane.start(settings, clock));
        }
        List<TestPlane> started = together(starts);
        try {
            assertThat(started.get(3).client.file(PAYMENTS, "SELECT 1").status())
                    .isEqualTo(201);
        } finally {
            started.forEach(TestPlane::close);
        }
    }

    /** The connection that listens is broken while the rest goes on. */
    @Test
    void whoReadsEventsReadsAgainAfterTheListeningWasLost() throws Exception {
        try (EventReader people = EventReader.ofPerson(two.client, CY)) {
            String sql = "select count(pg_terminate_backend(pid)) from pg_stat_activity"
                    + " where datname = current_database() and pid <> pg_backend_pid()";
            assertThat(StorageKind.Postgres.server().query(database(), sql)).isNotEmpty();
            people.awaitEnd();
        }
        Eventually.await(() -> isFiled(two, "SELECT 1"), Eventually.SOON, "a filing after connections were lost");
        try (EventReader people = EventReader.ofPerson(two.client, CY)) {
            Eventually.await(() -> isFiled(one, "SELECT 2"), Eventually.SOON, "the same on the other");
            assertThat(people.next().name()).isEqualTo("filed");
        }
    }

    /** As one does that has more to tell than it has room for while the database is away. */
    @Test
    void whoReadsEventsReadsAgainWhenAReplicaCouldNotTellEverything() throws Exception {
        try (EventReader people = EventReader.ofPerson(two.client, CY)) {
            StorageKind.Postgres.server().execute(database(), "notify hoop_reviews, 'another again'");
            people.awaitEnd();
        }
    }

    private static boolean isFiled(TestPlane plane, String statement) {
        try {
            return plane.client.file(PAYMENTS, statement).status() == 201;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private String database() {
        return settings.storage().url().replaceAll(".*/|\\?.*", "");
    }

    private <T> List<T> together(List<Callable<T>> calls) throws Exception {
        List<Future<T>> running = new ArrayList<>();
        for (Callable<T> call : calls) {
            running.add(callers.submit(call));
        }
        List<T> all = new ArrayList<>();
        for (Future<T> each : running) {
            all.add(each.get());
        }
        return all;
    }
}
