package dev.hoop.controlplane.internal.people;

import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.SignInAttempts;
import dev.hoop.controlplane.internal.store.SignInAttempts.Attempts;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jdbi.v3.core.Handle;

/**
 * Slows down who guesses, by account and by address. An attempt is counted before it is judged, so that many at once are as
 * slow as one after the other; every replica counts in the same place. Blocks on the database.
 */
public final class SignInLimits {

    /** Attempts that cost nothing, and the longest pause after more. Whoever is locked out by a stranger waits a minute. */
    private static final Pace ACCOUNT = new Pace(5, Duration.ofMinutes(1));

    /** Many people may come from one address. */
    private static final Pace ADDRESS = new Pace(30, Duration.ofMinutes(15));

    private record Pace(int free, Duration longest) {

        Duration after(int failures) {
            if (failures < free) {
                return Duration.ZERO;
            }
            long seconds = 1L << Math.min(20, failures - free);
            Duration pause = Duration.ofSeconds(seconds);
            return pause.compareTo(longest) < 0 ? pause : longest;
        }
    }

    private final Database database;
    private final PlaneClock clock;

    public SignInLimits(Database database, PlaneClock clock) {
        this.database = database;
        this.clock = clock;
    }

    /**
     * Counts an attempt for an account.
     *
     * @throws Refusal {@code TOO_MANY}, and the attempt must not be judged
     */
    void attempt(String account, String address) {
        count(address(address), ADDRESS);
        count(account(account), ACCOUNT);
    }

    /**
     * Counts an attempt by something that names no account.
     *
     * @throws Refusal {@code TOO_MANY}, and the attempt must not be judged
     */
    public void attempt(String address) {
        count(address(address), ADDRESS);
    }

    /** An attempt for an account was the right one. */
    void succeeded(String account, String address) {
        database.write(handle -> {
            SignInAttempts.forget(handle, account(account));
            return true;
        });
        succeeded(address);
    }

    /** The address's other failures stay: somebody who has an account must not guess for free. */
    public void succeeded(String address) {
        database.write(handle -> {
            Instant now = clock.now();
            SignInAttempts.findToChange(handle, address(address), now)
                    .ifPresent(known -> SignInAttempts.put(
                            handle, address(address), new Attempts(Math.max(0, known.failures() - 1), now), now));
            return true;
        });
    }

    private void count(String subject, Pace pace) {
        Duration wait = database.write(handle -> count(handle, subject, pace, clock.now()));
        if (!wait.isZero()) {
            throw new Refusal(
                    Refusal.Kind.TOO_MANY,
                    "too many attempts to sign in; try again in "
                            + (wait.plusMillis(999).toSeconds()) + " seconds",
                    wait);
        }
    }

    private static Duration count(Handle handle, String subject, Pace pace, Instant now) {
        Attempts known = SignInAttempts.findToChange(handle, subject, now).orElse(new Attempts(0, now));
        if (known.freeAt().isAfter(now)) {
            return Duration.between(now, known.freeAt());
        }
        int failures = known.failures() + 1;
        SignInAttempts.put(handle, subject, new Attempts(failures, now.plus(pace.after(failures))), now);
        return Duration.ZERO;
    }

    private static String account(String email) {
        return "account " + email.toLowerCase(Locale.ROOT);
    }

    private static String address(String address) {
        return "address " + address;
    }
}
