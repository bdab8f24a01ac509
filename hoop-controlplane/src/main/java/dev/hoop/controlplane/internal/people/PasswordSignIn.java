package dev.hoop.controlplane.internal.people;

import java.util.Locale;

/** Signing in by address and password. Blocks. */
public final class PasswordSignIn {

    private static final int MAX_EMAIL = 200;

    private final Passwords passwords;
    private final SignInLimits limits;

    public PasswordSignIn(Passwords passwords, SignInLimits limits) {
        this.passwords = passwords;
        this.limits = limits;
    }

    /**
     * Whether that is the password of that user.
     *
     * @param address where the attempt comes from
     * @throws dev.hoop.controlplane.internal.review.Refusal {@code TOO_MANY}
     */
    public boolean matches(String email, String password, String address) {
        String account = email.strip().toLowerCase(Locale.ROOT);
        if (account.length() > MAX_EMAIL) {
            return false;
        }
        limits.attempt(account, address);
        boolean matches = passwords.matches(account, password);
        if (matches) {
            limits.succeeded(account, address);
        }
        return matches;
    }
}
