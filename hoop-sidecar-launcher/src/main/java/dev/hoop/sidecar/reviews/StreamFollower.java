package dev.hoop.sidecar.reviews;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.sidecar.Failure;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Follows the stream of reviews for as long as the process lives. After every connect it reads what waits, since events may
 * have been missed; a plane that goes away is tried again.
 */
final class StreamFollower implements Runnable {

    /** What waits is read up to so many, the newest: as many as the plane tells at a time. */
    static final int CATCH_UP = 200;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final PeopleApi api;
    private final BiConsumer<String, JsonNode> told;
    private final Consumer<String> said;
    private final Consumer<CaughtUp> caughtUp;

    /**
     * What was read after a connect, each of it told before.
     *
     * @param ids the reviews that wait
     * @param more whether there are older ones that were not read
     */
    record CaughtUp(Set<String> ids, boolean more) {}

    /**
     * @param told takes the event's name and the review, or the freeze
     * @param said takes what becomes of the connection, in a sentence
     */
    StreamFollower(PeopleApi api, BiConsumer<String, JsonNode> told, Consumer<String> said) {
        this(api, told, said, read -> said.accept(watching(read.more())));
    }

    /**
     * The same.
     *
     * @param caughtUp hears when all that waits was told
     */
    StreamFollower(
            PeopleApi api, BiConsumer<String, JsonNode> told, Consumer<String> said, Consumer<CaughtUp> caughtUp) {
        this.api = api;
        this.told = told;
        this.said = said;
        this.caughtUp = caughtUp;
    }

    /** What has begun, in a sentence. */
    static String watching(boolean more) {
        return "Watching reviews."
                + (more
                        ? " More than " + CATCH_UP + " wait: the newest " + CATCH_UP
                                + " are shown here, the others on the plane's page."
                        : "");
    }

    @Override
    public void run() {
        // A first failure is the caller's: a wrong address or token is no reason to wait.
        follow(api.stream());
        Duration pause = FIRST_PAUSE;
        while (true) {
            said.accept("lost the control plane; trying again");
            sleep(pause);
            Duration longer = pause.multipliedBy(2);
            pause = longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
            try {
                follow(api.stream());
                pause = FIRST_PAUSE;
            } catch (Failure stillGone) {
                said.accept(String.valueOf(stillGone.getMessage()));
            }
        }
    }

    private void follow(Stream<String> stream) {
        try (stream) {
            PeopleApi.Page waiting = api.page(new PeopleApi.Query(Optional.of("PENDING"), Optional.empty(), CATCH_UP));
            Collections.reverse(waiting.reviews());
            waiting.reviews().forEach(review -> told.accept("filed", review));
            Set<String> ids = waiting.reviews().stream()
                    .map(review -> ReviewLines.field(review, "id"))
                    .collect(Collectors.toSet());
            caughtUp.accept(new CaughtUp(ids, waiting.more()));
            EventLines events = new EventLines();
            stream.forEach(line -> events.take(line).ifPresent(this::tell));
        } catch (UncheckedIOException brokenOff) {
            // The plane went away: the caller connects again.
        }
    }

    private void tell(EventLines.Event event) {
        JsonNode review = api.parse(event.data());
        if (review.has("id")) {
            told.accept(event.name(), review);
        }
    }

    private static void sleep(Duration pause) {
        try {
            Thread.sleep(pause.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", e);
        }
    }
}
