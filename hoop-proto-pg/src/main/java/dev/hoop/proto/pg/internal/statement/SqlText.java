package dev.hoop.proto.pg.internal.statement;

import dev.hoop.core.sql.SqlClassification;
import dev.hoop.core.sql.SqlClassifier;
import dev.hoop.core.sql.SqlDialect;
import dev.hoop.core.sql.SqlOperation;
import dev.hoop.core.sql.SqlReadings;
import dev.hoop.core.sql.SqlSettings;
import dev.hoop.core.sql.SqlShape;
import dev.hoop.core.sql.SqlStatement;
import dev.hoop.core.statement.Statement;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A text of SQL and what it would do. Immutable; confined to one loop, since some of it is found out on first use. */
public final class SqlText {

    private static final SqlClassifier CLASSIFIER = SqlClassifier.of(SqlDialect.POSTGRES);
    private static final SqlSettings SETTINGS = SqlSettings.defaults(SqlDialect.POSTGRES);

    /** Effects that change no setting: everything else may, the end of a transaction by undoing such a change. */
    private static final Set<String> KEEPING = EnumSet.of(
                    SqlOperation.SHOW,
                    SqlOperation.SELECT,
                    SqlOperation.BEGIN,
                    SqlOperation.SAVEPOINT,
                    SqlOperation.LOCK,
                    SqlOperation.INSERT,
                    SqlOperation.UPDATE,
                    SqlOperation.DELETE,
                    SqlOperation.TRUNCATE,
                    SqlOperation.CREATE,
                    SqlOperation.DROP)
            .stream()
            .map(SqlOperation::word)
            .collect(Collectors.toUnmodifiableSet());

    /** What a failed transaction refuses, each for certain: only what ends it, or goes back to a savepoint, runs there. */
    private static final Set<String> REFUSED_ONCE_FAILED = EnumSet.of(
                    SqlOperation.SELECT,
                    SqlOperation.INSERT,
                    SqlOperation.UPDATE,
                    SqlOperation.CREATE,
                    SqlOperation.ALTER,
                    SqlOperation.REVOKE,
                    SqlOperation.GRANT,
                    SqlOperation.DELETE,
                    SqlOperation.TRUNCATE,
                    SqlOperation.DROP)
            .stream()
            .map(SqlOperation::word)
            .collect(Collectors.toUnmodifiableSet());

    private final String text;
    private final SqlClassification classification;
    private final Optional<String> mark;
    private final Optional<SqlSettings> settings;
    private final boolean mayChangeReading;
    private @Nullable List<NameCommand> nameCommands;
    private @Nullable Shown shown;

    /** The text without its secrets, as those show it who know the marks. */
    private record Shown(SqlSecrets secrets, String text) {}

    /** @param settings the server reads it with; empty where it is not known what the server reads */
    private SqlText(
            String text, SqlClassification classification, Optional<String> mark, Optional<SqlSettings> settings) {
        this.text = text;
        this.classification = classification;
        this.mark = mark;
        this.settings = settings;
        this.mayChangeReading = mayChangeReading(classification);
    }

    private static boolean mayChangeReading(SqlClassification classification) {
        if (classification.operation().equals(Statement.UNKNOWN)) {
            return true;
        }
        for (String effect : classification.effects()) {
            if (!KEEPING.contains(effect)) {
                return true;
            }
        }
        return false;
    }

    /** The text; one character a byte where it could not be decoded. */
    public String text() {
        return text;
    }

    /** The text without its secrets; looked through once, however often it is executed. */
    String shown(SqlSecrets secrets) {
        Shown known = shown;
        if (known == null || known.secrets() != secrets) {
            known = new Shown(secrets, secrets.redact(text));
            shown = known;
        }
        return known.text();
    }

    /** What it would do. */
    public SqlClassification classification() {
        return classification;
    }

    /** Stands for the exact bytes where the text does not tell them. */
    Optional<String> mark() {
        return mark;
    }

    /** The text without its values; empty where it cannot be read, or is known by less than itself. */
    Optional<String> shape() {
        return settings.flatMap(read -> SqlShape.of(text, SqlDialect.POSTGRES, read));
    }

    /** What rules on words look at: how the server may understand the text, or a part of it; the text itself first. */
    List<String> readings(int start, int end) {
        String part = text.substring(start, end);
        if (settings.isPresent()) {
            return SqlReadings.ofPostgres(part, settings.get());
        }
        Set<String> all = new LinkedHashSet<>(SqlReadings.ofPostgres(part, settings(true)));
        all.addAll(SqlReadings.ofPostgres(part, settings(false)));
        return List.copyOf(all);
    }

    /** Whether it may change how the server reads what comes behind it. */
    public boolean mayChangeReading() {
        return mayChangeReading;
    }

    /** Whether a transaction that has failed refuses its first statement, and with that the whole text. */
    boolean isRefusedOnceFailed() {
        List<SqlStatement> statements = classification.statements();
        return settings.isPresent()
                && !statements.isEmpty()
                && REFUSED_ONCE_FAILED.contains(statements.get(0).operation());
    }

    /** What it does to the names of prepared statements, in order. */
    public List<NameCommand> nameCommands() {
        List<NameCommand> known = nameCommands;
        if (known == null) {
            known = NameCommand.of(this);
            nameCommands = known;
        }
        return known;
    }

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
            return new SqlText(text, unknown(first, "the text cannot be decoded"), mark, Optional.empty());
        }
        if (!terms.certain() && text.indexOf('\\') >= 0) {
            SqlClassification other = classify(text, !terms.standardConformingStrings());
            if (!other.equals(first)) {
                return new SqlText(
                        text,
                        unknown(first, "a setting that changes its reading is being changed"),
                        mark,
                        Optional.empty());
            }
        }
        return new SqlText(text, first, mark, Optional.of(settings(terms.standardConformingStrings())));
    }

    /** Stands for a statement whose text went by unseen. */
    public static SqlText unseen(String description) {
        return new SqlText(
                description, unknown(classify("", true), "its text was not seen"), Optional.empty(), Optional.empty());
    }

    private static SqlClassification classify(String text, boolean standardConformingStrings) {
        return CLASSIFIER.classify(text, settings(standardConformingStrings));
    }

    private static SqlSettings settings(boolean standardConformingStrings) {
        return SETTINGS.withStandardConformingStrings(standardConformingStrings);
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
