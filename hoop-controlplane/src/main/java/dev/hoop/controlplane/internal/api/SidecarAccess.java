package dev.hoop.controlplane.internal.api;

import dev.hoop.controlplane.SecretToken;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Sidecars;
import dev.hoop.controlplane.internal.store.StoredReview;
import dev.hoop.review.ReviewId;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** Which sidecar calls. Blocks on the database. */
final class SidecarAccess {

    private static final String TOKEN_HEADER = "hoop-sidecar-token";

    /** Noting every call would cost a disk write each. */
    private static final Duration SEEN_EVERY = Duration.ofSeconds(30);

    private final Database database;
    private final PlaneClock clock;
    private final Map<String, Instant> noted = new ConcurrentHashMap<>();

    SidecarAccess(Database database, PlaneClock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Whether the sidecar that calls now may still come in by the same token, at the moment when it is asked. */
    BooleanSupplier lasting(WebRequest request) {
        Optional<SecretToken> secret = token(request);
        return () -> secret.isPresent()
                && database.read(handle -> Sidecars.named(handle, secret.get(), clock.now()))
                        .isPresent();
    }

    /**
     * The sidecar's name.
     *
     * @throws WebFailure 401
     */
    String require(WebRequest request) {
        Instant now = clock.now();
        String name = token(request)
                .flatMap(token -> database.read(handle -> Sidecars.named(handle, token, now)))
                .orElseThrow(SidecarAccess::unknown);
        note(name, now);
        return name;
    }

    /**
     * The sidecar's own review.
     *
     * @param text its id as it was sent
     * @throws WebFailure 401
     */
    Optional<StoredReview> requireAndFind(WebRequest request, String text) {
        Optional<ReviewId> parsed = ReviewId.parse(text);
        if (parsed.isEmpty()) {
            require(request);
            return Optional.empty();
        }
        ReviewId id = parsed.get();
        Instant now = clock.now();
        Sidecars.Asking asking = token(request)
                .flatMap(token -> database.read(handle -> Sidecars.asking(handle, token, id, now)))
                .orElseThrow(SidecarAccess::unknown);
        note(asking.sidecar(), now);
        return asking.review();
    }

    /** Notes that a sidecar called which came in otherwise. */
    void seen(String name) {
        note(name, clock.now());
    }

    static Optional<SecretToken> token(WebRequest request) {
        return request.header(TOKEN_HEADER).flatMap(SecretToken::received);
    }

    private static WebFailure unknown() {
        return new WebFailure(
                401, "this control plane does not know the sidecar's token: give it one in " + TOKEN_HEADER);
    }

    private void note(String name, Instant now) {
        Instant last = noted.get(name);
        if (last == null || last.plus(SEEN_EVERY).isBefore(now)) {
            noted.put(name, now);
            Noting.in(database, handle -> Sidecars.seen(handle, name, now));
        }
    }
}
