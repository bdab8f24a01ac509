package dev.hoop.controlplane.internal.api;

import dev.hoop.controlplane.SecretToken;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.store.Credentials;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Directory;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.web.Cookies;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import java.time.Duration;
import java.util.Optional;

/** Which person calls: by the token of an API call, or by the session of a page. Blocks on the database. */
public final class PeopleAccess {

    /** A session ends so long after it began. */
    public static final Duration SESSION_LENGTH = Duration.ofHours(12);

    private static final String BEARER = "bearer ";

    /**
     * A person who calls.
     *
     * @param session the session's secret, where one let them in; a change then needs its form token
     */
    public record Caller(Person person, Optional<SecretToken> session) {}

    private final Database database;
    private final PlaneClock clock;
    private final RequestOrigin origin;

    public PeopleAccess(Database database, PlaneClock clock, RequestOrigin origin) {
        this.database = database;
        this.clock = clock;
        this.origin = origin;
    }

    /**
     * Who calls.
     *
     * @throws WebFailure 401
     */
    Caller require(WebRequest request) {
        if (request.headers("authorization").isEmpty()) {
            return bySession(request)
                    .orElseThrow(() -> new WebFailure(401, "send Authorization: Bearer with a reviewer's token"));
        }
        return request.header("authorization")
                .filter(value -> value.regionMatches(true, 0, BEARER, 0, BEARER.length()))
                .flatMap(value -> byToken(value.substring(BEARER.length()).strip()))
                .map(person -> new Caller(person, Optional.empty()))
                .orElseThrow(() -> new WebFailure(401, "this control plane does not know the token"));
    }

    /**
     * Who changes something. A browser sends a session's cookie whoever wrote the page, so there the form token has to come
     * with it.
     *
     * @throws WebFailure 401, or 403 without the form token
     */
    Caller requireForChange(WebRequest request) {
        Caller caller = require(request);
        Optional<SecretToken> session = caller.session();
        if (session.isPresent()
                && !(origin.isOurs(request) && FormToken.matches(session.get(), request.header("x-csrf-token")))) {
            throw new WebFailure(403, "a change by session needs its form token in x-csrf-token");
        }
        return caller;
    }

    /** Who is signed in on the page. */
    public Optional<Caller> bySession(WebRequest request) {
        return Cookies.read(request, origin.cookieName())
                .flatMap(SecretToken::received)
                .flatMap(token -> database.read(handle -> Credentials.session(handle, token, clock.now())
                                .flatMap(email -> Directory.user(handle, email)))
                        .map(person -> new Caller(person, Optional.of(token))));
    }

    /** Whose token it is. */
    public Optional<Person> byToken(String text) {
        return SecretToken.received(text)
                .flatMap(token -> database.read(
                        handle -> Credentials.holder(handle, token).flatMap(email -> Directory.user(handle, email))));
    }
}
