package dev.hoop.core.sql;

import dev.hoop.core.statement.Relation.Access;
import java.util.ArrayList;
import java.util.List;

/** What PostgreSQL's own parser says of a text, in the form of {@code oracle.mjs}, and how a classification compares. */
record OracleVerdict(String line) {

    private static final SqlClassifier POSTGRES = SqlClassifier.of(SqlDialect.POSTGRES);

    /** How a classification relates to the verdict. */
    enum Outcome {
        /** The same in every respect. */
        SAME,
        /** The scanner says unknown where the parser knows. */
        UNSURE,
        /** The scanner is wrong. */
        WRONG,
        /** The parser refuses the text, so that the server would run nothing of it. */
        REFUSED
    }

    /** A comparison, and what differs. */
    record Comparison(Outcome outcome, List<String> differences) {}

    Comparison compare(String text) {
        SqlClassification classified = POSTGRES.classify(text);
        if (line.equals("error")) {
            return new Comparison(Outcome.REFUSED, List.of());
        }
        List<String> verdicts = line.equals("empty") ? List.of() : List.of(line.split("\\|", -1));
        List<String> differences = new ArrayList<>();
        boolean unsure = false;
        List<SqlStatement> statements = classified.statements();
        for (int i = 0; i < verdicts.size() && i < statements.size(); i++) {
            String[] expected = verdicts.get(i).split(",", -1);
            SqlStatement statement = statements.get(i);
            boolean lost = statement.operation().equals("unknown") && i == statements.size() - 1;
            if (!statement.operation().equals("unknown") || expected[2].equals("unknown")) {
                same("operation", expected[2], statement.operation(), differences);
                relations("reads", expected, 4, relations(statement, Access.READ), differences);
                relations("writes", expected, 5, relations(statement, Access.WRITE), differences);
                if (!expected[2].equals("unknown")) {
                    same("effects", expected[3], String.join("+", statement.effects()), differences);
                }
            } else {
                unsure = true;
            }
            same("start", expected[0], Integer.toString(statement.start()), differences);
            if (!lost && !endsAlike(text, statement.end(), Integer.parseInt(expected[1]))) {
                differences.add("ends at " + statement.end() + " instead of " + expected[1]);
            }
        }
        boolean lost = unsure && statements.size() < verdicts.size();
        if (statements.size() != verdicts.size() && !lost) {
            differences.add(statements.size() + " statements instead of " + verdicts.size());
        }
        if (!differences.isEmpty()) {
            return new Comparison(Outcome.WRONG, differences);
        }
        return new Comparison(unsure ? Outcome.UNSURE : Outcome.SAME, List.of());
    }

    private static void same(String what, String expected, String actual, List<String> differences) {
        if (!expected.equals(actual)) {
            differences.add(what + " " + actual + " instead of " + expected);
        }
    }

    /** Of a text within the text that it refuses, the parser tells nothing; the scanner tells what it saw before that. */
    private static void relations(String what, String[] expected, int column, String actual, List<String> differences) {
        boolean more = expected[2].equals("unknown")
                && (expected[column].equals("-")
                        || List.of(actual.split("[+]")).containsAll(List.of(expected[column].split("[+]"))));
        if (!more) {
            same(what, expected[column], actual, differences);
        }
    }

    private static String relations(SqlStatement statement, Access access) {
        return SqlCases.relations(statement.relations(), access).replace(',', '+');
    }

    /** The parser's statement reaches to the semicolon, the scanner's to its last token. */
    private static boolean endsAlike(String text, int end, int expected) {
        return end <= expected
                && POSTGRES.classify(text.substring(end, expected)).statements().isEmpty();
    }
}
