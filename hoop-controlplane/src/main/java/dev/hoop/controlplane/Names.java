package dev.hoop.controlplane;

/** Names of rules, groups, users and sidecars: one line of text that is safe to show and to log. */
final class Names {

    private static final int MAX_LENGTH = 200;

    private Names() {}

    /** @throws IllegalArgumentException unless the name is 1 to 200 characters without control characters or outer space */
    static void require(String what, String name) {
        if (name.isEmpty() || name.length() > MAX_LENGTH || !name.strip().equals(name) || hasUnseen(name)) {
            throw new IllegalArgumentException(
                    what + " is not a line of 1 to " + MAX_LENGTH + " visible characters; write another name");
        }
    }

    private static boolean hasUnseen(String name) {
        return name.codePoints()
                .anyMatch(c -> Character.isISOControl(c)
                        || Character.getType(c) == Character.FORMAT
                        || Character.getType(c) == Character.LINE_SEPARATOR
                        || Character.getType(c) == Character.PARAGRAPH_SEPARATOR);
    }
}
