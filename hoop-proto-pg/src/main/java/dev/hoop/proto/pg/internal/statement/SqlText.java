package dev.hoop.proto.pg.internal.statement;

import dev.hoop.core.sql.SqlClassification;
import dev.hoop.core.sql.SqlClassifier;
import dev.hoop.core.sql.SqlDialect;
import dev.hoop.core.sql.SqlSettings;
import dev.hoop.core.statement.Statement;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A text of SQL and what it would do.
 *
 * @param text the text; one character a byte where it could not be decoded
 * @param classification what it would do
 * @param mark stands for the exact bytes where the text does not tell them
 */
public record SqlText(String text, SqlClassification classification, Optional<String> mark) {

    private static final SqlClassifier CLASSIFIER = SqlClassifier.of(SqlDialect.POSTGRES);
    private static final SqlSettings SETTINGS = SqlSettings.defaults(SqlDialect.POSTGRES);

    /** Reads a text as the server will. */
    public static SqlText read(byte[] bytes, ReadingTerms terms) {
        boolean ascii = ClientEncoding.isAscii(bytes);
        Optional<String> decoded = ascii || terms.certain() ? terms.encoding().decode(bytes) : Optional.empty();
        Optional<String> mark =
                ascii || (decoded.isPresent() && terms.encoding().isExact())
                        ? Optional.empty()
                        : Optional.of(mark(bytes));
        String text = decoded.orElseGet(() -> new String(bytes, StandardCharsets.ISO_8859_1));
        SqlClassification first = classify(text, terms.standardConformingStrings());
        if (decoded.isEmpty()) {
            return new SqlText(text, unknown(first, "the text cannot be decoded"), mark);
        }
        if (!terms.certain() && text.indexOf('\\') >= 0) {
            SqlClassification other = classify(text, !terms.standardConformingStrings());
            if (!other.equals(first)) {
                return new SqlText(text, unknown(first, "a setting that changes its reading is being changed"), mark);
            }
        }
        return new SqlText(text, first, mark);
    }

    /** Stands for a statement whose text went by unseen. */
    public static SqlText unseen(String description) {
        return new SqlText(description, unknown(classify("", true), "its text was not seen"), Optional.empty());
    }

    private static SqlClassification classify(String text, boolean standardConformingStrings) {
        return CLASSIFIER.classify(text, SETTINGS.withStandardConformingStrings(standardConformingStrings));
    }

    private static SqlClassification unknown(SqlClassification seen, String why) {
        return new SqlClassification(
                Statement.UNKNOWN, seen.effects(), seen.relations(), seen.statements(), Optional.of(why));
    }

    private static String mark(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
