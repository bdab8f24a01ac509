package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.review.StatementText;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a statement does, in a word.
 *
 * @param tone how much it may change: {@code reads}, {@code changes} or {@code removes}; also its style
 */
public record Verb(String word, String tone) {

    private static final Set<String> READS = Set.of(
            "get",
            "head",
            "options",
            "trace",
            "select",
            "show",
            "explain",
            "find",
            "count",
            "aggregate",
            "distinct",
            "begin",
            "savepoint",
            "commit",
            "rollback",
            "set",
            "read",
            "list");

    private static final Pattern REMOVES =
            Pattern.compile("(delete|drop|truncate|remove|alter|grant|revoke|purge|destroy).*");

    private static final Pattern FIRST_WORD = Pattern.compile("\\s*([A-Za-z]{2,20})\\b");
    private static final Pattern CALL = Pattern.compile("/[\\w.]+/(\\w{1,40})");
    private static final Pattern FIRST_KEY = Pattern.compile("\\s*\\{\\s*\"(\\w{1,40})\"");

    /**
     * The verb of a statement.
     *
     * @param operation as the sidecar classified it; otherwise it is the statement's first word, which may be any
     */
    static Verb of(Optional<String> operation, String statement) {
        String word = operation
                .filter(known -> !known.equals("unknown"))
                .map(known -> StatementText.marked(known).toUpperCase(Locale.ROOT))
                .orElseGet(() -> first(statement));
        String key = word.toLowerCase(Locale.ROOT);
        String tone = READS.contains(key) ? "reads" : REMOVES.matcher(key).matches() ? "removes" : "changes";
        // What a first word says is no classification: a WITH or a comment may hide a DELETE.
        return new Verb(word, operation.isEmpty() && tone.equals("reads") ? "unsure" : tone);
    }

    private static String first(String statement) {
        for (Pattern named : new Pattern[] {CALL, FIRST_KEY}) {
            Matcher name = named.matcher(statement);
            if (name.lookingAt()) {
                return name.group(1);
            }
        }
        Matcher word = FIRST_WORD.matcher(statement);
        return word.lookingAt() ? word.group(1).toUpperCase(Locale.ROOT) : "statement";
    }
}
