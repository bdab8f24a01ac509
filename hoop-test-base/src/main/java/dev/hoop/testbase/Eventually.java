package dev.hoop.testbase;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Waiting for what happens on another thread, bounded in time so that a test never hangs. The bound is no verdict on
 * speed: give it generously.
 */
public final class Eventually {

    /** Generous for a loaded machine. */
    public static final Duration SOON = Duration.ofSeconds(20);

    private static final long FIRST_PAUSE_NANOS = 200_000;
    private static final long LONGEST_PAUSE_NANOS = 10_000_000;

    private Eventually() {}

    /**
     * Waits until a condition holds; looks at once, then at growing intervals of at most 10 ms.
     *
     * @param description what was waited for, for the failure
     * @throws AssertionError when it does not hold in time
     */
    public static void await(BooleanSupplier condition, Duration atMost, String description) {
        await(condition, atMost, () -> description);
    }

    /** As above; the description is made when the wait failed, so that it can show what was there instead. */
    public static void await(BooleanSupplier condition, Duration atMost, Supplier<String> description) {
        value(() -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty(), atMost, description);
    }

    /** Waits until there is a value and returns it. */
    public static <T> T value(Supplier<Optional<T>> source, Duration atMost, String description) {
        return value(source, atMost, () -> description);
    }

    private static <T> T value(Supplier<Optional<T>> source, Duration atMost, Supplier<String> description) {
        long deadline = System.nanoTime() + atMost.toNanos();
        long pause = FIRST_PAUSE_NANOS;
        while (true) {
            Optional<T> value = source.get();
            if (value.isPresent()) {
                return value.get();
            }
            if (System.nanoTime() - deadline >= 0) {
                throw new AssertionError("not within " + atMost + ": " + description.get());
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("interrupted while waiting: " + description.get());
            }
            LockSupport.parkNanos(pause);
            pause = Math.min(pause * 2, LONGEST_PAUSE_NANOS);
        }
    }

    /**
     * The result of a stage, woken by the stage itself.
     *
     * @throws AssertionError when the stage fails or is not done in time; a failure is its cause
     */
    public static <T> T get(CompletionStage<T> stage, Duration atMost, String description) {
        try {
            return stage.toCompletableFuture().get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError("failed: " + description, e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("not within " + atMost + ": " + description, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting: " + description, e);
        }
    }

    /**
     * The failure of a stage, unwrapped.
     *
     * @throws AssertionError when the stage succeeds or is not done in time
     */
    public static Throwable failure(CompletionStage<?> stage, Duration atMost, String description) {
        Throwable thrown = get(
                        stage.handle((value, failure) ->
                                failure == null ? Optional.<Throwable>empty() : Optional.of(failure)),
                        atMost,
                        description)
                .orElseThrow(() -> new AssertionError("succeeded instead of failing: " + description));
        while (thrown instanceof CompletionException && thrown.getCause() != null) {
            thrown = thrown.getCause();
        }
        return thrown;
    }
}
