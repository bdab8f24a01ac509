package dev.hoop.testbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EventuallyTest {

    @Test
    void returnsAsSoonAsTheConditionHolds() {
        AtomicInteger looks = new AtomicInteger();

        Eventually.await(() -> looks.incrementAndGet() == 3, Eventually.SOON, "third look");

        assertThat(looks).hasValue(3);
    }

    @Test
    void failsWithTheDescriptionOfWhatIsThereInstead() {
        assertThatThrownBy(() -> Eventually.await(() -> false, Duration.ofMillis(5), () -> "saw nothing"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("saw nothing");
    }

    @Test
    void returnsTheValue() {
        assertThat(Eventually.value(() -> Optional.of("here"), Eventually.SOON, "a value"))
                .isEqualTo("here");
    }

    @Test
    void unwrapsAStagesFailure() {
        CompletableFuture<String> failed = CompletableFuture.failedFuture(new IllegalStateException("no"));

        assertThat(Eventually.failure(failed.thenApply(String::length), Eventually.SOON, "a failure"))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Eventually.get(failed, Eventually.SOON, "a result"))
                .isInstanceOf(AssertionError.class)
                .hasRootCauseMessage("no");
    }

    @Test
    void aSuccessIsNoFailure() {
        assertThatThrownBy(() -> Eventually.failure(CompletableFuture.completedFuture(1), Eventually.SOON, "a failure"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("succeeded");
    }
}
