package dev.hoop.core.sql;

/**
 * The effects whose verbs stand anywhere in a stretch of text, in literals and comments too. For statements that are unknown
 * already: rules look at the effects that were seen, and more is safer than less.
 */
final class VerbSweep {

    private VerbSweep() {}

    /** The {@link SqlOperation#bit}s of the verbs in {@code text[start, end)}. */
    static int effects(String text, int start, int end) {
        int effects = 0;
        int p = start;
        while (p < end) {
            char c = text.charAt(p);
            if (c >= 128 || !Characters.startsWord(c)) {
                p++;
                continue;
            }
            int hash = 0;
            int q = p;
            do {
                hash = WordTable.step(hash, c);
                q++;
            } while (q < end && (c = text.charAt(q)) < 128 && Characters.continuesWord(c));
            effects |= effectOf(Keyword.of(text, p, q, hash));
            p = q;
        }
        return effects;
    }

    private static int effectOf(Keyword keyword) {
        return switch (keyword) {
            case SELECT -> SqlOperation.SELECT.bit();
            case INSERT, REPLACE -> SqlOperation.INSERT.bit();
            case UPDATE -> SqlOperation.UPDATE.bit();
            case DELETE -> SqlOperation.DELETE.bit();
            case MERGE -> SqlOperation.INSERT.bit() | SqlOperation.UPDATE.bit() | SqlOperation.DELETE.bit();
            case TRUNCATE -> SqlOperation.TRUNCATE.bit();
            case DROP -> SqlOperation.DROP.bit();
            case CREATE -> SqlOperation.CREATE.bit();
            case ALTER, RENAME -> SqlOperation.ALTER.bit();
            case GRANT -> SqlOperation.GRANT.bit();
            case REVOKE, DENY -> SqlOperation.REVOKE.bit();
            case LOCK -> SqlOperation.LOCK.bit();
            case COPY, CALL, EXEC, EXECUTE, LOAD -> SqlOperation.OTHER.bit();
            default -> 0;
        };
    }
}
