package dev.hoop.proto.pg.internal.statement;

/**
 * How the server will read a text.
 *
 * @param encoding the client's encoding
 * @param standardConformingStrings the setting of that name, as the server last reported it
 * @param certain whether nothing is under way that may change either; not so while an answer is awaited to something that may
 * @param pinned whether a reload of the server's configuration cannot change {@code standard_conforming_strings}, since the
 *     session has a value of its own. Where it can, the next text is already read by it, and the report comes behind
 */
public record ReadingTerms(
        ClientEncoding encoding, boolean standardConformingStrings, boolean certain, boolean pinned) {

    /** What a fresh session has until the server says otherwise. */
    public static final ReadingTerms DEFAULT = new ReadingTerms(ClientEncoding.UTF8, true, true, false);

    public ReadingTerms with(ClientEncoding other) {
        return new ReadingTerms(other, standardConformingStrings, certain, pinned);
    }

    public ReadingTerms withStandardConformingStrings(boolean on) {
        return new ReadingTerms(encoding, on, certain, pinned);
    }

    public ReadingTerms uncertain() {
        return new ReadingTerms(encoding, standardConformingStrings, false, pinned);
    }

    /** The same of a session with a value of its own of {@code standard_conforming_strings}. */
    public ReadingTerms withStringsPinned() {
        return new ReadingTerms(encoding, standardConformingStrings, certain, true);
    }

    /** Whether it is certain what a backslash in plain quotes is. */
    boolean knowsBackslashes() {
        return certain && pinned;
    }
}
