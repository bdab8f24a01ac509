package dev.hoop.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.controlplane.internal.review.Decisions;
import dev.hoop.controlplane.internal.review.Filings;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.controlplane.internal.review.ReviewEvents;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Directory;
import dev.hoop.controlplane.internal.store.Question;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.controlplane.internal.store.ReviewTable;
import dev.hoop.controlplane.internal.store.SidecarAccounts;
import dev.hoop.controlplane.internal.store.Sidecars;
import dev.hoop.review.ReviewContext;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A sidecar that was let in and is shut out before its claim is written. */
@ParameterizedClass
@EnumSource(StorageKind.class)
class LateClaimTest {

    private static final String ANA = "ana@example.com";
    private static final Asker AGENT = new Asker("agent", "", "10.0.0.1", "peer");
    private static final Question QUESTION =
            Question.of("payments", "api", "rule", "DROP".getBytes(StandardCharsets.UTF_8));

    @Parameter
    private StorageKind storage = StorageKind.SQLITE;

    @TempDir
    private Path directory;

    private final PlaneClock clock = new PlaneClock(Clock.systemUTC());
    private final ReviewEvents events = new ReviewEvents();
    private Database database;
    private Filings filings;
    private ReviewId id;

    @BeforeEach
    void aReviewIsApproved() throws Exception {
        StorageSettings settings = storage.at(directory);
        database = Database.open(settings);
        filings = new Filings(database, events, clock);
        write(handle -> {
            Sidecars.put(handle, new PlaneSidecar("payments", SecretToken.random()), false, clock.now());
            Directory.putRule(handle, ApprovalRule.ofGroup("rule", "billing"), false, clock.now());
            Directory.putUser(
                    handle, new PlaneUser(ANA, "Ana", List.of("billing"), Optional.empty()), false, clock.now());
        });
        id = filings.file(QUESTION, AGENT, ReviewContext.NONE).review().id();
        new Decisions(database, events, clock)
                .decide(
                        id,
                        database.read(handle -> Directory.user(handle, ANA)).orElseThrow(),
                        Decisions.Wish.APPROVE,
                        Optional.empty());
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void usesTheApprovalWhileNothingChanged() {
        assertThat(filings.claim("payments", id).forward()).isTrue();
    }

    @Test
    void theDisabledUsesNothingUntilItIsEnabled() {
        write(handle -> SidecarAccounts.putDisabled(handle, "payments", Optional.of(clock.now())));
        usesNothing();
        write(handle -> SidecarAccounts.putDisabled(handle, "payments", Optional.empty()));
        assertThat(filings.claim("payments", id).forward()).isTrue();
    }

    @Test
    void theRemovedUsesNothing() {
        write(handle -> SidecarAccounts.delete(handle, "payments", clock.now()));
        usesNothing();
    }

    @Test
    void whatTheFileNamesNoMoreUsesNothing() {
        write(handle -> {
            handle.execute("UPDATE sidecars SET declared = 1");
            Sidecars.keepDeclared(handle, Set.of());
        });
        usesNothing();
    }

    private void usesNothing() {
        for (Runnable use : List.<Runnable>of(
                () -> filings.claim("payments", id), () -> filings.file(QUESTION, AGENT, ReviewContext.NONE))) {
            assertThatThrownBy(use::run)
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.SHUT_OUT));
        }
        assertThat(database.read(handle -> ReviewTable.find(handle, id, clock.now()))
                        .orElseThrow()
                        .status())
                .isEqualTo(ReviewStatus.APPROVED);
        assertThat(database.<List<String>, RuntimeException>read(
                        handle -> handle.createQuery("SELECT kind FROM decision_log ORDER BY seq")
                                .mapTo(String.class)
                                .list()))
                .containsExactly("review.approved");
    }

    private void write(Consumer<Handle> work) {
        database.write(handle -> {
            work.accept(handle);
            return true;
        });
    }
}
