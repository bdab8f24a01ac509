package dev.hoop.controlplane;

/** A secret that somebody else made: a password, a key. It prints nothing of itself, and is not compared. */
public final class SecretText {

    /** The longest, in characters. */
    public static final int MAX_LENGTH = 8192;

    private final String value;

    private SecretText(String value) {
        this.value = value;
    }

    /** @throws IllegalArgumentException when there is nothing in it or too much; the message does not show it */
    public static SecretText of(String text) {
        if (text.isBlank() || text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("the secret is not 1 to " + MAX_LENGTH + " characters; write one");
        }
        return new SecretText(text);
    }

    /** The secret itself, for the one that it is shown to. */
    public String value() {
        return value;
    }

    @Override
    public String toString() {
        return "SecretText[hidden]";
    }
}
