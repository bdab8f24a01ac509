package dev.hoop.controlplane.internal.admin;

import dev.hoop.controlplane.SecretToken;
import dev.hoop.controlplane.internal.people.PasswordSignIn;
import dev.hoop.controlplane.internal.people.Passwords;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.controlplane.internal.review.StatementText;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.PersonalTokens;
import dev.hoop.controlplane.internal.store.PersonalTokens.Token;
import dev.hoop.controlplane.internal.store.Sessions;
import dev.hoop.controlplane.internal.store.Sessions.Session;
import dev.hoop.controlplane.internal.store.Users;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What everybody manages for themselves: personal tokens, sessions, the password. */
public final class OwnCredentials {

    /** How long a personal token works unless its maker says otherwise. */
    public static final Duration TOKEN_LIFE = Duration.ofDays(90);

    /** How long a personal token works at most. */
    public static final Duration MAX_TOKEN_LIFE = Duration.ofDays(366);

    /** More personal tokens than that nobody keeps an eye on. */
    public static final int MAX_TOKENS = 20;

    private static final int MAX_NAME = 100;

    private final Database database;
    private final PlaneClock clock;
    private final Passwords passwords;
    private final PasswordSignIn check;

    public OwnCredentials(Database database, PlaneClock clock, Passwords passwords, PasswordSignIn check) {
        this.database = database;
        this.clock = clock;
        this.passwords = passwords;
        this.check = check;
    }

    /** A new token: what is told this once, and what is kept. */
    public record Made(SecretToken secret, Token token) {}

    /** The personal tokens of somebody, the newest first. */
    public List<Token> tokens(Person of) {
        return database.read(handle -> PersonalTokens.of(handle, of.email()));
    }

    /**
     * Makes a personal token.
     *
     * @param name what it is for
     * @param life how long it works
     */
    public Made makeToken(Person by, String name, Duration life) {
        if (name.isBlank() || name.length() > MAX_NAME || !StatementText.isPlain(name)) {
            throw new Refusal(
                    Refusal.Kind.INVALID, "the name of a token is a line of 1 to " + MAX_NAME + " visible characters");
        }
        if (life.compareTo(Duration.ofSeconds(1)) < 0 || life.compareTo(MAX_TOKEN_LIFE) > 0) {
            throw new Refusal(Refusal.Kind.INVALID, "a token works for 1 to " + MAX_TOKEN_LIFE.toDays() + " days");
        }
        SecretToken secret = SecretToken.random();
        return database.write(handle -> {
            Instant now = clock.now();
            if (PersonalTokens.of(handle, by.email()).size() >= MAX_TOKENS) {
                throw new Refusal(
                        Refusal.Kind.CONFLICT,
                        "you have " + MAX_TOKENS + " tokens already; revoke one that you do not need");
            }
            Token token =
                    new Token(UUID.randomUUID().toString(), name, now, Optional.of(now.plus(life)), Optional.empty());
            PersonalTokens.add(handle, by.email(), secret, token);
            Acts.note(handle, by, "token.made", token.id(), Optional.of(name), now);
            return new Made(secret, token);
        });
    }

    /** Takes one of one's own tokens, and ends the sessions that it began. */
    public void revokeToken(Person by, String id) {
        database.write(handle -> {
            if (!PersonalTokens.revoke(handle, by.email(), id)) {
                throw Acts.notFound("token");
            }
            Acts.note(handle, by, "token.revoked", id, Optional.empty(), clock.now());
            return true;
        });
    }

    /** The sessions of somebody, the newest first. */
    public List<Session> sessions(Person of) {
        return database.read(handle -> Sessions.of(handle, of.email(), clock.now()));
    }

    /** Ends one of one's own sessions. */
    public void endSession(Person by, String id) {
        database.write(handle -> {
            if (!Sessions.end(handle, by.email(), id)) {
                throw Acts.notFound("session");
            }
            return true;
        });
    }

    /**
     * Changes one's own password; all of one's sessions end.
     *
     * @param current the password until now, which somebody who merely found an open session does not know
     * @param address where the attempt comes from
     */
    public void changePassword(Person by, String current, String password, String address) {
        if (!check.matches(by.email(), current, address)) {
            throw new Refusal(Refusal.Kind.FORBIDDEN, "the current password is not that");
        }
        String hash = passwords.hash(password);
        database.write(handle -> {
            Users.putPasswordHash(handle, by.email(), Optional.of(hash));
            Sessions.endAll(handle, by.email());
            Acts.note(handle, by, "user.password_changed", by.email(), Optional.empty(), clock.now());
            return true;
        });
    }
}
