package dev.hoop.proto.pg.internal.statement;

import dev.hoop.core.spi.Fingerprints;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shows texts of SQL without the secrets that SQL has words for: the literal behind {@code PASSWORD}, a column of such a name
 * that is compared with or set to a literal, and connection strings with a password. A mark stands in its place, the same for
 * the same secret, so that an approval still binds to the exact text. Immutable.
 *
 * <p>Never more than one literal is replaced: where it is in doubt where a literal ends, the shorter reading counts, since what
 * is hidden from a reviewer could be what matters.
 */
public final class SqlSecrets {

    private static final String PLAIN = "'[^']*+(?:''[^']*+)*+'";
    private static final String ESCAPED = "[eE]'(?:[^'\\\\]|\\\\.|''){0,1000}+'";
    private static final String DOLLAR =
            "\\$(?<tag>[a-zA-Z_]\\w{0,62})?\\$.{0,1000}?\\$\\k<tag>\\$|\\$\\$.{0,1000}?\\$\\$";
    private static final String LITERAL = "(?:" + ESCAPED + "|(?:[uU]&)?" + PLAIN + "|" + DOLLAR + ")";

    private static final String BLANKS = "(?:\\s|/\\*.{0,200}?\\*/|--[^\\n]{0,200}\\n)*+";

    private static final String NAMES =
            "password|passwd|passphrase|secret|client_secret|access_token|refresh_token|token|api_key|apikey|private_key";

    private static final Pattern SECRET = Pattern.compile(
            "(?<before>\\b(?:" + NAMES + ")\"?" + BLANKS + "(?:=|:=|=>)?" + BLANKS + "|\\bconnection" + BLANKS
                    + ")(?<literal>"
                    + LITERAL + ")"
                    + "|(?<string>'[^']*?\\bpassword\\s*=[^']*+')",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private final Fingerprints fingerprints;

    public SqlSecrets(Fingerprints fingerprints) {
        this.fingerprints = fingerprints;
    }

    /** The text without its secrets; the same text where it has none. */
    String redact(String text) {
        if (!mayHoldLiteral(text)) {
            return text;
        }
        Matcher matcher = SECRET.matcher(text);
        if (!matcher.find()) {
            return text;
        }
        StringBuilder shown = new StringBuilder();
        do {
            String before = matcher.group("before");
            String literal = before == null ? matcher.group("string") : matcher.group("literal");
            String mark = "'[redacted:" + fingerprints.of(literal) + "]'";
            matcher.appendReplacement(shown, Matcher.quoteReplacement(before == null ? mark : before + mark));
        } while (matcher.find());
        return matcher.appendTail(shown).toString();
    }

    /** Most texts hold none, and a look for one costs less than a search. */
    private static boolean mayHoldLiteral(String text) {
        if (text.indexOf('\'') >= 0) {
            return true;
        }
        for (int at = text.indexOf('$'); at >= 0 && at + 1 < text.length(); at = text.indexOf('$', at + 1)) {
            if (!Character.isDigit(text.charAt(at + 1))) {
                return true;
            }
        }
        return false;
    }
}
