package dev.hoop.controlplane.internal.api;

import dev.hoop.controlplane.SecretToken;
import dev.hoop.controlplane.internal.people.PasswordSignIn;
import dev.hoop.controlplane.internal.people.SignInLimits;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.store.Credentials;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Directory;
import dev.hoop.controlplane.internal.store.Sessions;
import dev.hoop.web.Cookies;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signing in and out, whatever page or call asks for it. Blocks on the database. */
public final class SignIns {

    private static final Logger LOG = LoggerFactory.getLogger(SignIns.class);

    private final Database database;
    private final PlaneClock clock;
    private final PeopleAccess access;
    private final RequestOrigin origin;
    private final PasswordSignIn passwords;
    private final SignInLimits limits;
    private final ClientAddress addresses;

    public SignIns(
            Database database,
            PlaneClock clock,
            PeopleAccess access,
            RequestOrigin origin,
            PasswordSignIn passwords,
            SignInLimits limits,
            ClientAddress addresses) {
        this.database = database;
        this.clock = clock;
        this.access = access;
        this.origin = origin;
        this.passwords = passwords;
        this.limits = limits;
        this.addresses = addresses;
    }

    /**
     * Who comes in by a token.
     *
     * @throws dev.hoop.controlplane.internal.review.Refusal {@code TOO_MANY}
     */
    public Optional<Sessions.Entry> byToken(WebRequest request, String token) {
        String address = addresses.of(request);
        limits.attempt(address);
        Optional<Sessions.Entry> entry = access.byToken(token.strip()).map(PeopleAccess.Arrival::entry);
        entry.ifPresentOrElse(found -> limits.succeeded(address), () -> refused("token", address));
        return entry;
    }

    /**
     * Who comes in by address and password.
     *
     * @throws dev.hoop.controlplane.internal.review.Refusal {@code TOO_MANY}
     */
    public Optional<Sessions.Entry> byPassword(WebRequest request, String email, String password) {
        String address = addresses.of(request);
        Optional<Sessions.Entry> entry = passwords.matches(email, password, address)
                ? Optional.of(Sessions.Entry.by(
                        Sessions.Method.PASSWORD, email.strip().toLowerCase(Locale.ROOT)))
                : Optional.empty();
        if (entry.isEmpty()) {
            refused("password", address);
        }
        return entry;
    }

    private static void refused(String method, String address) {
        LOG.info("event=plane.sign_in.refused method={} address=\"{}\"", method, address);
    }

    /** Who comes in by a one-time link, which is used up by it. */
    public Optional<Sessions.Entry> byLink(String link) {
        return SecretToken.received(link)
                .flatMap(token -> database.write(handle -> Credentials.useLink(handle, token, clock.now())
                        .flatMap(email -> Directory.user(handle, email))))
                .map(person -> Sessions.Entry.by(Sessions.Method.LINK, person.email()));
    }

    /**
     * Begins a session, and ends the one that the browser had. The secret is a new one each time: one that somebody slipped
     * into the browser before is worth nothing.
     *
     * @return the answer with the cookie
     */
    public WebResponse start(WebRequest request, Sessions.Entry entry, WebResponse answer) {
        SecretToken secret = SecretToken.random();
        Optional<SecretToken> before = access.bySession(request).flatMap(PeopleAccess.Caller::session);
        database.write(handle -> {
            before.ifPresent(old -> Sessions.end(handle, old));
            Sessions.start(handle, secret, entry, clock.now());
            return true;
        });
        LOG.info("event=plane.sign_in method={} user={}", entry.method(), entry.email());
        return answer.with(
                "set-cookie", Cookies.set(origin.cookieName(), secret.value(), Sessions.LENGTH, origin.isSecure()));
    }

    /** Ends a session; the answer removes the cookie. */
    public WebResponse end(SecretToken session, WebResponse answer) {
        database.write(handle -> {
            Sessions.end(handle, session);
            return true;
        });
        return withoutCookie(answer);
    }

    /** The answer removes the cookie. */
    public WebResponse withoutCookie(WebResponse answer) {
        return answer.with("set-cookie", Cookies.clear(origin.cookieName(), origin.isSecure()));
    }
}
