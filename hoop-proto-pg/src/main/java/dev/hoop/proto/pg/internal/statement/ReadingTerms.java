package dev.hoop.proto.pg.internal.statement;

/**
 * How the server will read a text.
 *
 * @param encoding the client's encoding
 * @param standardConformingStrings the setting of that name
 * @param certain whether both hold for sure when the server reads the text; not so while an answer is awaited to something
 *     that may change them
 */
public record ReadingTerms(ClientEncoding encoding, boolean standardConformingStrings, boolean certain) {

    /** What a fresh session has until the server says otherwise. */
    public static final ReadingTerms DEFAULT = new ReadingTerms(ClientEncoding.UTF8, true, true);

    public ReadingTerms with(ClientEncoding other) {
        return new ReadingTerms(other, standardConformingStrings, certain);
    }

    public ReadingTerms withStandardConformingStrings(boolean on) {
        return new ReadingTerms(encoding, on, certain);
    }

    public ReadingTerms uncertain() {
        return new ReadingTerms(encoding, standardConformingStrings, false);
    }
}
