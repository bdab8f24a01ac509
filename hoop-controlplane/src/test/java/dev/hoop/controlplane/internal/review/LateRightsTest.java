package dev.hoop.controlplane.internal.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.controlplane.ApprovalRule;
import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.PlaneSidecar;
import dev.hoop.controlplane.PlaneUser;
import dev.hoop.controlplane.SecretToken;
import dev.hoop.controlplane.StorageSettings;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Directory;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.Question;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.controlplane.internal.store.ReviewTable;
import dev.hoop.controlplane.internal.store.Sidecars;
import dev.hoop.controlplane.internal.store.Users;
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

/** Who was let in and loses that before their decision is written. */
class LateRightsTest {

    private static final String ANA = "ana@example.com";

    @TempDir
    private Path directory;

    private final PlaneClock clock = new PlaneClock(Clock.systemUTC());
    private final ReviewEvents events = new ReviewEvents();
    private Database database;
    private ReviewId id;
    private Person ana;

    @BeforeEach
    void aReviewWaitsAndAnaWasLetIn() throws Exception {
        database = Database.open(StorageSettings.sqlite(directory.resolve("hoop.db")));
        write(handle -> {
            Sidecars.put(handle, new PlaneSidecar("payments", SecretToken.random()), false, clock.now());
            Directory.putRule(handle, ApprovalRule.ofGroup("rule", "billing"), false, clock.now());
            Directory.putUser(
                    handle, new PlaneUser(ANA, "Ana", List.of("billing"), Optional.empty()), false, clock.now());
        });
        Question question = Question.of("payments", "api", "rule", "DROP".getBytes(StandardCharsets.UTF_8));
        id = new Filings(database, events, clock)
                .file(question, new Asker("agent", "", "10.0.0.1", "peer"), ReviewContext.NONE)
                .review()
                .id();
        ana = database.read(handle -> Directory.user(handle, ANA)).orElseThrow();
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void decidesWhileNothingChanged() {
        assertThat(new Decisions(database, events, clock)
                        .decide(id, ana, Decisions.Wish.APPROVE, Optional.empty())
                        .review()
                        .status())
                .isEqualTo(ReviewStatus.APPROVED);
    }

    @Test
    void theDisabledDecideNothing() {
        refusedAfter(handle -> Users.putDisabled(handle, ANA, Optional.of(clock.now())));
    }

    @Test
    void theRemovedDecideNothing() {
        refusedAfter(handle -> Users.delete(handle, ANA));
    }

    @Test
    void whoLeftTheGroupDecidesNothing() {
        refusedAfter(handle -> Users.putGroups(handle, ANA, Set.of("ledger")));
    }

    @Test
    void whoMayNotReviewAnyMoreDecidesNothing() {
        refusedAfter(handle -> Users.putCapabilities(handle, ANA, Set.of(Capability.AUDIT)));
    }

    private void refusedAfter(Consumer<Handle> change) {
        write(change);
        Decisions decisions = new Decisions(database, events, clock);
        for (Decisions.Wish wish : Decisions.Wish.values()) {
            assertThatThrownBy(() -> decisions.decide(id, ana, wish, Optional.empty()))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.FORBIDDEN));
        }
        assertThat(database.read(handle -> ReviewTable.find(handle, id, clock.now()))
                        .orElseThrow()
                        .status())
                .isEqualTo(ReviewStatus.PENDING);
    }

    private void write(Consumer<Handle> work) {
        database.write(handle -> {
            work.accept(handle);
            return true;
        });
    }
}
