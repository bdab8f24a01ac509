package dev.hoop.controlplane.internal.people;

import com.password4j.Argon2Function;
import com.password4j.Password;
import com.password4j.types.Argon2;
import dev.hoop.controlplane.PasswordCost;
import dev.hoop.controlplane.SecretToken;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Users;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Passwords, kept as Argon2id. Checking one takes the same work whether there is such a user or not, and few are checked at a
 * time, so that guessing neither tells who is known nor takes the plane's processors. Blocks.
 */
public final class Passwords {

    /** The shortest password, in characters. There is no other rule: others only make passwords alike. */
    public static final int MIN_LENGTH = 12;

    /** The longest password, in characters. */
    public static final int MAX_LENGTH = 200;

    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    private static final int LANES = 1;
    private static final int AT_ONCE = 2;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(3);

    private final Database database;
    private final Semaphore places = new Semaphore(AT_ONCE, true);

    private final Argon2Function function;

    private @Nullable String decoy;

    public Passwords(Database database, PasswordCost cost) {
        this.database = database;
        this.function = Argon2Function.getInstance(cost.memoryKib(), cost.passes(), LANES, HASH_BYTES, Argon2.ID);
    }

    /** Of no password: what is compared where there is nothing to compare. Made when it is first needed, for it takes long. */
    private synchronized String decoy() {
        String known = decoy;
        if (known == null) {
            known = kept(SecretToken.random().value());
            decoy = known;
        }
        return known;
    }

    /**
     * What is kept of a password.
     *
     * @throws Refusal {@code INVALID} when it is too short or too long
     */
    public String hash(String password) {
        int length = password.codePointCount(0, password.length());
        if (length < MIN_LENGTH || length > MAX_LENGTH) {
            throw new Refusal(
                    Refusal.Kind.INVALID, "a password has " + MIN_LENGTH + " to " + MAX_LENGTH + " characters");
        }
        return inTurn(() -> kept(password));
    }

    private String kept(String password) {
        return Password.hash(password).addRandomSalt(SALT_BYTES).with(function).getResult();
    }

    /** Whether that is the password of that user, who is not disabled. */
    boolean matches(String email, String password) {
        Optional<String> kept = database.read(handle -> Users.passwordHash(handle, email));
        boolean plausible = password.length() <= 2 * MAX_LENGTH;
        String hash = kept.orElseGet(this::decoy);
        boolean same = inTurn(
                () -> Password.check(plausible ? password : "", hash).with(Argon2Function.getInstanceFromHash(hash)));
        return same && kept.isPresent() && plausible;
    }

    private <T> T inTurn(Supplier<T> work) {
        try {
            if (!places.tryAcquire(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new Refusal(
                        Refusal.Kind.TOO_MANY, "too many passwords are being checked; try again", LONGEST_WAIT);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refusal(Refusal.Kind.TOO_MANY, "the control plane is stopping; try again", LONGEST_WAIT);
        }
        try {
            return work.get();
        } finally {
            places.release();
        }
    }
}
