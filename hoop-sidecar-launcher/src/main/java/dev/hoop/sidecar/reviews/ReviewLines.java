package dev.hoop.sidecar.reviews;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reviews as text for a terminal: a table of many, a page of one. What came from outside cannot steer the terminal. */
final class ReviewLines {

    private static final int STATEMENT_WIDTH = 60;
    private static final List<String> HEADINGS =
            List.of("ID", "STATUS", "RISK", "LISTENER", "ASKED BY", "AGE", "STATEMENT");

    private static final Set<Byte> HIDDEN = Set.of(
            Character.CONTROL,
            Character.FORMAT,
            Character.SURROGATE,
            Character.PRIVATE_USE,
            Character.UNASSIGNED,
            Character.LINE_SEPARATOR,
            Character.PARAGRAPH_SEPARATOR,
            Character.ENCLOSING_MARK);

    /** Letters by their kind that show as nothing: fillers of Hangul, the Mongolian vowel separator, the Braille blank. */
    private static final Set<Integer> BLANK_LETTERS = Set.of(0x115F, 0x1160, 0x3164, 0xFFA0, 0x180E, 0x2800);

    private final Clock clock;

    ReviewLines(Clock clock) {
        this.clock = clock;
    }

    /** A table with headings, or one sentence when there is nothing. */
    List<String> table(List<JsonNode> reviews) {
        if (reviews.isEmpty()) {
            return List.of("No reviews.");
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADINGS);
        reviews.forEach(review -> rows.add(row(review)));
        int[] widths = new int[HEADINGS.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            String cell = row.get(i);
            text.append(cell).append(" ".repeat(widths[i] - cell.length() + 2));
        }
        return text.toString().stripTrailing();
    }

    private List<String> row(JsonNode review) {
        return List.of(
                field(review, "id"),
                field(review, "status"),
                riskLevel(review),
                field(review, "listener_name"),
                askedBy(review),
                age(review),
                shorten(firstLine(statement(review))));
    }

    /** One review in one line for a list: the statement first, and what else there is room for behind it. */
    String row(JsonNode review, int width) {
        StringBuilder facts = new StringBuilder();
        if (width >= 90) {
            facts.append("  ").append(Cells.filled(askedBy(review), 24));
        }
        if (width >= 60) {
            facts.append("  ").append(Cells.filled(field(review, "listener_name"), 16));
            facts.append("  ").append(Cells.filled(riskLevel(review), 6));
        }
        facts.append("  ").append(Cells.filled(age(review), 3));
        return Cells.filled(firstLine(statement(review)), Math.max(1, width - Cells.width(facts.toString()))) + facts;
    }

    /** Everything about one review, the statement last. */
    List<String> page(JsonNode review) {
        List<String> lines = new ArrayList<>();
        add(lines, "review", field(review, "id"));
        add(lines, "status", field(review, "status"));
        add(lines, "sidecar", field(review, "sidecar"));
        add(lines, "listener", field(review, "listener_name"));
        add(lines, "approval rule", field(review, "approval_rule"));
        add(lines, "asked by", askedBy(review));
        JsonNode context = review.path("context");
        add(lines, "risk", risk(context.has("risk_level") ? context : review));
        add(lines, "guardrail", field(context, "guardrail"));
        add(lines, "why", field(context, "why"));
        add(lines, "operation", field(context, "operation"));
        add(lines, "database", field(context, "database"));
        add(lines, "filed", time(review, "created_at"));
        add(lines, "expires", time(review, "expires_at"));
        add(lines, "decided", time(review, "decided_at"));
        add(lines, "decided by", field(review, "decided_by"));
        add(lines, "reason", field(review, "rejection_reason"));
        JsonNode before = review.path("decided_before");
        if (!before.isEmpty()) {
            lines.add("");
            lines.add("decided before about the like");
            before.forEach(earlier -> lines.add("    " + decision(earlier)));
        }
        addStatement(lines, statement(review));
        return lines;
    }

    /** In a word; a minus where nothing is told of it. */
    private static String riskLevel(JsonNode review) {
        String level = field(review, "risk_level");
        return level.isEmpty() ? "-" : level;
    }

    private static String risk(JsonNode context) {
        String level = field(context, "risk_level");
        String why = field(context, "risk_why");
        return level.isEmpty() || why.isEmpty() ? level : level + ": " + why;
    }

    private String decision(JsonNode earlier) {
        String by = field(earlier, "decided_by");
        String reason = field(earlier, "rejection_reason");
        return field(earlier, "status").toLowerCase(Locale.ROOT) + (by.isEmpty() ? "" : ", decided by " + by) + ", "
                + time(earlier, "decided_at") + (reason.isEmpty() ? "" : ": " + reason);
    }

    /** Only a line feed ends a line: whatever else does on some screens is shown by its number, and so is a blank at its end. */
    private static void addStatement(List<String> lines, String statement) {
        String whole = statement.endsWith("\n") ? statement.substring(0, statement.length() - 1) : statement;
        if (!whole.isEmpty()) {
            lines.add("");
            for (String line : whole.split("\n", -1)) {
                String seen = line.stripTrailing();
                String unseen = printable(line.substring(seen.length())).replace(" ", "\\u0020");
                lines.add(line.isEmpty() ? "" : "    " + printable(seen) + unseen);
            }
        }
    }

    private static void add(List<String> lines, String name, String value) {
        if (!value.isEmpty()) {
            lines.add(name + " ".repeat(Math.max(1, 15 - name.length())) + value);
        }
    }

    /** Whether an event is about a freeze rather than a review. */
    static boolean isOfFreeze(String event) {
        return event.equals("frozen") || event.equals("unfrozen");
    }

    /** One event of the stream in one line. */
    String event(String event, JsonNode review) {
        if (isOfFreeze(event)) {
            return freeze(event, review);
        }
        String by = field(review, "decided_by");
        return event + " ".repeat(Math.max(1, 9 - event.length())) + field(review, "id") + "  "
                + field(review, "status") + (by.isEmpty() ? "" : " by " + by) + "  " + field(review, "listener_name")
                + "  " + shorten(firstLine(statement(review)));
    }

    private static String freeze(String event, JsonNode freeze) {
        boolean ended = event.equals("unfrozen");
        List<String> names = new ArrayList<>();
        for (String part : List.of("requester", "sidecar", "listener")) {
            if (freeze.has(part)) {
                names.add(part + " " + field(freeze, part));
            }
        }
        return event + " ".repeat(Math.max(1, 9 - event.length())) + String.join(", ", names) + "  by "
                + field(freeze, ended ? "ended_by" : "started_by") + ": "
                + field(freeze, ended ? "end_reason" : "reason");
    }

    static String field(JsonNode review, String name) {
        JsonNode value = review.path(name);
        return value.isValueNode() && !value.isNull() ? printable(value.asText()) : "";
    }

    private static String askedBy(JsonNode review) {
        JsonNode requester = review.path("requester");
        for (String name : List.of("email", "subject", "peer_addr")) {
            String value = requester.isObject() ? field(requester, name) : field(review, "requester_" + name);
            if (!value.isEmpty()) {
                return value;
            }
        }
        return requester.isTextual() ? printable(requester.asText()) : "";
    }

    private static String statement(JsonNode review) {
        for (String name : List.of("statement", "payload_text", "summary")) {
            JsonNode value = review.path(name);
            if (value.isTextual()) {
                return value.asText();
            }
        }
        return "";
    }

    private String age(JsonNode review) {
        return instant(review, "created_at")
                .map(since -> Duration.between(since, clock.instant()))
                .map(ReviewLines::rough)
                .orElse("");
    }

    private String time(JsonNode review, String name) {
        return instant(review, name)
                .map(at -> {
                    Duration away = Duration.between(clock.instant(), at);
                    return at
                            + (away.isNegative()
                                    ? " (" + rough(away.negated()) + " ago)"
                                    : " (in " + rough(away) + ")");
                })
                .orElse("");
    }

    private static Optional<Instant> instant(JsonNode review, String name) {
        String text = field(review, name);
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
        } catch (DateTimeException notATime) {
            return Optional.empty();
        }
    }

    static String rough(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3600) {
            return seconds / 60 + "m";
        }
        return seconds < 48 * 3600 ? seconds / 3600 + "h" : seconds / 86400 + "d";
    }

    private static String firstLine(String text) {
        return printable(text.strip().split("\n", 2)[0]);
    }

    private static String shorten(String text) {
        return text.length() <= STATEMENT_WIDTH ? text : text.substring(0, STATEMENT_WIDTH - 1) + "…";
    }

    /** Control characters, those that reorder or hide text, and those that cannot be seen are shown by their number. */
    static String printable(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        int before = ' ';
        for (int i = 0; i < text.length(); i += Character.charCount(before)) {
            int c = text.codePointAt(i);
            if (isHidden(c) || isHiddenMark(c) || isOnAscii(c, before)) {
                safe.append(String.format("\\u%04x", c));
            } else {
                safe.appendCodePoint(c);
            }
            before = c;
        }
        return safe.toString();
    }

    /** JSON that cannot steer a terminal either: it means the same. Such characters are in its strings alone. */
    static String json(JsonNode node) {
        StringBuilder safe = new StringBuilder();
        node.toPrettyString().codePoints().forEach(c -> append(safe, c, c != '\n' && c != '\r' && isHidden(c)));
        return safe.toString();
    }

    /** The same in one line. */
    static String jsonLine(JsonNode node) {
        StringBuilder safe = new StringBuilder();
        node.toString().codePoints().forEach(c -> append(safe, c, isHidden(c)));
        return safe.toString();
    }

    /** As an escape of JSON (RFC 8259, section 7), which numbers the two halves of what is beyond U+FFFF. */
    private static void append(StringBuilder safe, int c, boolean hidden) {
        if (!hidden) {
            safe.appendCodePoint(c);
            return;
        }
        for (char half : Character.toChars(c)) {
            safe.append(String.format("\\u%04x", (int) half));
        }
    }

    private static boolean isHidden(int c) {
        int type = Character.getType(c);
        return HIDDEN.contains((byte) type)
                || type == Character.SPACE_SEPARATOR && c != ' '
                || BLANK_LETTERS.contains(c);
    }

    /** The grapheme joiner and the variation selectors show as nothing wherever they stand. */
    private static boolean isHiddenMark(int c) {
        return c == 0x034F || c >= 0xFE00 && c <= 0xFE0F || c >= 0xE0100 && c <= 0xE01EF || c >= 0x180B && c <= 0x180F;
    }

    /** A combining mark on ASCII makes one keyword look like another, or lies over it. */
    private static boolean isOnAscii(int c, int before) {
        return Character.getType(c) == Character.NON_SPACING_MARK && before < 0x80;
    }
}
