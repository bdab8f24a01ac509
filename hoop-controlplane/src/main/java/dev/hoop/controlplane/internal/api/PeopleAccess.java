package dev.hoop.controlplane.internal.api;

import dev.hoop.controlplane.SecretToken;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Directory;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.PersonalTokens;
import dev.hoop.controlplane.internal.store.Sessions;
import dev.hoop.web.Cookies;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Which person calls: by the token of an API call, or by the session of a page. Blocks on the database. */
public final class PeopleAccess {

    private static final String BEARER = "bearer ";

    /**
     * A person who calls.
     *
     * @param session the session's secret, where one let them in; a change then needs its form token
     * @param byPersonalToken whether a token that they made themselves let them in, now or to begin the session
     */
    public record Caller(Person person, Optional<SecretToken> session, boolean byPersonalToken) {}

    /** What let somebody in, and whom. */
    private record Found<T>(T by, Person person) {}

    /** A person whose token was told, and how they come in by it. */
    public record Arrival(Person person, Sessions.Entry entry) {}

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
    public Caller require(WebRequest request) {
        if (request.headers("authorization").isEmpty()) {
            return bySession(request)
                    .orElseThrow(() -> new WebFailure(401, "send Authorization: Bearer with a reviewer's token"));
        }
        return request.header("authorization")
                .filter(value -> value.regionMatches(true, 0, BEARER, 0, BEARER.length()))
                .flatMap(value -> byToken(value.substring(BEARER.length()).strip()))
                .map(arrival -> new Caller(
                        arrival.person(),
                        Optional.empty(),
                        arrival.entry().personalToken().isPresent()))
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
                .flatMap(this::bySession);
    }

    private Optional<Caller> bySession(SecretToken secret) {
        Instant now = clock.now();
        Optional<Found<Sessions.Open>> found = database.read(handle -> Sessions.find(handle, secret, now)
                .flatMap(open -> Directory.user(handle, open.email()).map(person -> new Found<>(open, person))));
        found.map(Found::by)
                .filter(Sessions.Open::toBeNoted)
                .ifPresent(open -> Noting.in(database, handle -> Sessions.seen(handle, open.id(), now)));
        return found.map(
                one -> new Caller(one.person(), Optional.of(secret), one.by().byPersonalToken()));
    }

    /** Whether who calls now may still come in by the same means, at the moment when it is asked. Asking is no use of them. */
    BooleanSupplier lasting(WebRequest request) {
        Optional<String> header = request.header("authorization");
        Optional<SecretToken> secret = header.isPresent()
                ? SecretToken.received(header.get().substring(BEARER.length()).strip())
                : Cookies.read(request, origin.cookieName()).flatMap(SecretToken::received);
        return () -> secret.isPresent()
                && database.read(handle -> {
                            Optional<String> email = header.isPresent()
                                    ? PersonalTokens.holder(handle, secret.get(), clock.now())
                                            .map(PersonalTokens.Holder::email)
                                    : Sessions.find(handle, secret.get(), clock.now())
                                            .map(Sessions.Open::email);
                            return email.flatMap(known -> Directory.user(handle, known));
                        })
                        .isPresent();
    }

    /** Whose token it is. */
    public Optional<Arrival> byToken(String text) {
        return SecretToken.received(text).flatMap(this::byToken);
    }

    private Optional<Arrival> byToken(SecretToken token) {
        Instant now = clock.now();
        Optional<PersonalTokens.Bearer> found = database.read(handle -> PersonalTokens.bearer(handle, token, now));
        found.map(PersonalTokens.Bearer::holder)
                .filter(PersonalTokens.Holder::toBeNoted)
                .ifPresent(holder -> Noting.in(database, handle -> PersonalTokens.used(handle, token, now)));
        return found.map(one -> new Arrival(
                one.person(),
                new Sessions.Entry(
                        one.person().email(),
                        Sessions.Method.TOKEN,
                        one.holder().personalToken())));
    }
}
