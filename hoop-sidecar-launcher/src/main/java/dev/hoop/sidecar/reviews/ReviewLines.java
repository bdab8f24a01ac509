package dev.hoop.sidecar.reviews;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reviews as text for a terminal: a table of many, a page of one. What came from outside cannot steer the terminal. */
final class ReviewLines {

    private static final int STATEMENT_WIDTH = 60;
    private static final List<String> HEADINGS = List.of("ID", "STATUS", "LISTENER", "ASKED BY", "AGE", "STATEMENT");

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
                field(review, "listener_name"),
                askedBy(review),
                age(review),
                shorten(firstLine(statement(review))));
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
        add(lines, "filed", time(review, "created_at"));
        add(lines, "expires", time(review, "expires_at"));
        add(lines, "decided", time(review, "decided_at"));
        add(lines, "decided by", field(review, "decided_by"));
        add(lines, "reason", field(review, "rejection_reason"));
        String statement = statement(review);
        if (!statement.isEmpty()) {
            lines.add("");
            statement.strip().lines().forEach(line -> lines.add(("    " + printable(line)).stripTrailing()));
        }
        return lines;
    }

    private static void add(List<String> lines, String name, String value) {
        if (!value.isEmpty()) {
            lines.add(name + " ".repeat(Math.max(1, 15 - name.length())) + value);
        }
    }

    /** One event of the stream in one line. */
    String event(String event, JsonNode review) {
        String by = field(review, "decided_by");
        return event + " ".repeat(Math.max(1, 9 - event.length())) + field(review, "id") + "  "
                + field(review, "status") + (by.isEmpty() ? "" : " by " + by) + "  " + field(review, "listener_name")
                + "  " + shorten(firstLine(statement(review)));
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
        return printable(text.lines().findFirst().orElse(""));
    }

    private static String shorten(String text) {
        return text.length() <= STATEMENT_WIDTH ? text : text.substring(0, STATEMENT_WIDTH - 1) + "…";
    }

    /** Control characters, and those that reorder or hide text, are shown by their number. */
    static String printable(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            int type = Character.getType(c);
            boolean hidden = type == Character.CONTROL || type == Character.FORMAT || type == Character.SURROGATE;
            if (hidden || type == Character.LINE_SEPARATOR || type == Character.PARAGRAPH_SEPARATOR) {
                safe.append(String.format("\\u%04x", c));
            } else {
                safe.appendCodePoint(c);
            }
        });
        return safe.toString();
    }
}
