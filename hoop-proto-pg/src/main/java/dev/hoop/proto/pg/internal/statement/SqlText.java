package dev.hoop.proto.pg.internal.statement;

import dev.hoop.core.sql.SqlClassification;
import dev.hoop.core.sql.SqlClassifier;
import dev.hoop.core.sql.SqlDialect;
import dev.hoop.core.sql.SqlOperation;
import dev.hoop.core.sql.SqlReadings;
import dev.hoop.core.sql.SqlSettings;
import dev.hoop.core.sql.SqlShape;
import dev.hoop.core.sql.SqlStatement;
import dev.hoop.core.statement.Relation;
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
    private final boolean eitherWay;
    private final boolean mayChangeReading;
    private @Nullable List<NameCommand> nameCommands;
    private @Nullable Shown shown;

    /** The text without its secrets, as those show it who know the marks. */
    private record Shown(SqlSecrets secrets, String text) {}

    /**
     * @param settings the server reads it with, or others with the same effect; empty where it is not known what it reads
     * @param eitherWay whether it may read backslashes in plain quotes either way
     */
    private SqlText(
            String text,
            SqlClassification classification,
            Optional<String> mark,
            Optional<SqlSettings> settings,
            boolean eitherWay) {
        this.text = text;
        this.classification = classification;
        this.mark = mark;
        this.settings = settings;
        this.eitherWay = eitherWay;
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
        if (settings.isPresent() && !eitherWay) {
            return SqlReadings.ofPostgres(part, settings.get());
        }
        Set<String> all = new LinkedHashSet<>(SqlReadings.ofPostgres(part, settings(true)));
        all.addAll(SqlReadings.ofPostgres(part, settings(false)));
        return List.copyOf(all);
    }

    /** Whether the server may find other statements in it, since backslashes may escape or not. */
    boolean isTwoTexts() {
        return settings.isEmpty() && classification.backslashes();
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
        boolean conforming = terms.standardConformingStrings();
        SqlClassification first = classify(text, conforming);
        if (decoded.isEmpty()) {
            return unknown(text, first, "the text cannot be decoded", mark);
        }
        return first.backslashes() && !terms.knowsBackslashes()
                ? eitherWay(text, conforming, first, mark)
                : new SqlText(text, first, mark, Optional.of(settings(conforming)), false);
    }

    /**
     * A text that the server may read in two ways. It refuses what it cannot cut into tokens, so the second does not count then.
     *
     * @param first the reading by what the server last reported
     */
    private static SqlText eitherWay(String text, boolean conforming, SqlClassification first, Optional<String> mark) {
        if (!CLASSIFIER.isLegible(text, settings(!conforming))) {
            return new SqlText(text, first, mark, Optional.of(settings(conforming)), false);
        }
        SqlClassification other = classify(text, !conforming);
        return other.equals(first)
                ? new SqlText(text, first, mark, Optional.of(settings(conforming)), true)
                : unknown(text, worse(first, other), "backslashes in plain quotes, which may escape or not", mark);
    }

    /** What either would do, with the first one's statements. */
    private static SqlClassification worse(SqlClassification first, SqlClassification other) {
        Set<String> effects = new LinkedHashSet<>();
        for (SqlOperation operation : SqlOperation.values()) {
            if (first.effects().contains(operation.word()) || other.effects().contains(operation.word())) {
                effects.add(operation.word());
            }
        }
        Set<Relation> relations = new LinkedHashSet<>(first.relations());
        relations.addAll(other.relations());
        return new SqlClassification(
                Statement.UNKNOWN, effects, List.copyOf(relations), first.statements(), Optional.empty(), true);
    }

    /** Stands for a statement whose text went by unseen. */
    public static SqlText unseen(String description) {
        return unknown(description, classify("", true), "its text was not seen", Optional.empty());
    }

    /**
     * Stands for a call of a function by its number, whose effects count although it stays unknown.
     *
     * @param function its name where that is known; one of the server's own
     */
    static SqlText call(String description, Optional<String> function) {
        SqlClassification seen = classify("select " + function.orElse("some_function") + "()", true);
        return unknown(description, seen, "a function that is called by its number", Optional.empty());
    }

    private static SqlClassification classify(String text, boolean standardConformingStrings) {
        return CLASSIFIER.classify(text, settings(standardConformingStrings));
    }

    private static SqlSettings settings(boolean standardConformingStrings) {
        return SETTINGS.withStandardConformingStrings(standardConformingStrings);
    }

    private static SqlText unknown(String text, SqlClassification seen, String why, Optional<String> mark) {
        SqlClassification unknown = new SqlClassification(
                Statement.UNKNOWN,
                seen.effects(),
                seen.relations(),
                seen.statements(),
                Optional.of(why),
                seen.backslashes());
        return new SqlText(text, unknown, mark, Optional.empty(), true);
    }

    private static String mark(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
