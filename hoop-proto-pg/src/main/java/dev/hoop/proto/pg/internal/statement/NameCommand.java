package dev.hoop.proto.pg.internal.statement;

import dev.hoop.core.sql.SqlClassification;
import dev.hoop.core.sql.SqlStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a text of SQL does to the names of prepared statements, which SQL and the protocol share: PREPARE, DEALLOCATE and
 * DISCARD ALL.
 *
 * @param name the one name; empty for all of them
 * @param removed whether it is gone; otherwise its text is not known any more
 */
public record NameCommand(Optional<String> name, boolean removed) {

    /** The whole of a DEALLOCATE that is written plainly; any other way of writing makes all names doubtful. */
    private static final Pattern DEALLOCATE = Pattern.compile(
            "deallocate\\s+(?:prepare\\s+)?(?:\"((?:[^\"]|\"\"){1,200})\"|([a-z_][a-z0-9_$]{0,62}))",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern PREPARE = Pattern.compile(
            "prepare\\s+(?:\"((?:[^\"]|\"\"){1,200})\"|([a-z_][a-z0-9_$]{0,62}))[\\s(].*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final Pattern DISCARD =
            Pattern.compile("discard\\s+(all|plans|sequences|temp|temporary)", Pattern.CASE_INSENSITIVE);

    private static final NameCommand ALL_REMOVED = new NameCommand(Optional.empty(), true);
    private static final NameCommand ALL_DOUBTFUL = new NameCommand(Optional.empty(), false);

    /** NAMEDATALEN - 1: longer names are cut. */
    private static final int MAX_NAME_BYTES = 63;

    /** What a text does to names, in order. */
    public static List<NameCommand> of(SqlText sql) {
        if (sql.isTwoTexts()) {
            return List.of(ALL_DOUBTFUL);
        }
        SqlClassification classification = sql.classification();
        List<NameCommand> commands = List.of();
        for (SqlStatement statement : classification.statements()) {
            Optional<NameCommand> command = of(sql.text(), statement);
            if (command.isPresent()) {
                commands = commands.isEmpty() ? new ArrayList<>() : commands;
                commands.add(command.get());
            }
        }
        return commands;
    }

    private static Optional<NameCommand> of(String text, SqlStatement statement) {
        int start = statement.start();
        // Each of the three begins with its word: the scanner's statements begin at their first token.
        if (begins(text, start, "deallocate")) {
            return Optional.of(deallocate(text.substring(start, statement.end())));
        }
        if (begins(text, start, "discard")) {
            return discard(text.substring(start, statement.end()));
        }
        if (begins(text, start, "prepare")) {
            return prepare(text.substring(start, statement.end()));
        }
        return Optional.empty();
    }

    private static boolean begins(String text, int start, String word) {
        return text.regionMatches(true, start, word, 0, word.length());
    }

    private static NameCommand deallocate(String text) {
        Matcher plain = DEALLOCATE.matcher(text.strip());
        if (!plain.matches()) {
            return ALL_DOUBTFUL;
        }
        if (plain.group(1) == null && plain.group(2).equalsIgnoreCase("all")) {
            return ALL_REMOVED;
        }
        return name(plain)
                .map(found -> new NameCommand(Optional.of(found), true))
                .orElse(ALL_DOUBTFUL);
    }

    private static Optional<NameCommand> discard(String text) {
        Matcher plain = DISCARD.matcher(text.strip());
        if (!plain.matches()) {
            return Optional.of(ALL_DOUBTFUL);
        }
        return plain.group(1).equalsIgnoreCase("all") ? Optional.of(ALL_REMOVED) : Optional.empty();
    }

    private static Optional<NameCommand> prepare(String text) {
        Matcher plain = PREPARE.matcher(text.strip());
        if (!plain.matches()) {
            return Optional.of(ALL_DOUBTFUL);
        }
        if (plain.group(1) == null && plain.group(2).equalsIgnoreCase("transaction")) {
            return Optional.empty();
        }
        return Optional.of(name(plain)
                .map(found -> new NameCommand(Optional.of(found), false))
                .orElse(ALL_DOUBTFUL));
    }

    /** The name as the protocol spells it; empty where it is cut or not of ASCII, so that this cannot be told. */
    private static Optional<String> name(Matcher plain) {
        String quoted = plain.group(1);
        String name = quoted == null ? plain.group(2).toLowerCase(Locale.ROOT) : quoted.replace("\"\"", "\"");
        boolean plainName = name.length() <= MAX_NAME_BYTES && name.chars().allMatch(c -> c < 0x80);
        return plainName ? Optional.of(name) : Optional.empty();
    }
}
