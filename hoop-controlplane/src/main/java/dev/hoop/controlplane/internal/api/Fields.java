package dev.hoop.controlplane.internal.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.controlplane.internal.review.StatementText;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Reads what a caller sent, strictly: a wrong type or a value out of bounds is 400, never a default. */
final class Fields {

    static final int MAX_LIMIT = 200;

    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_TEXT = 512;

    /** Times that RFC 3339 can write; Java's go beyond what counts as milliseconds. */
    private static final Instant FIRST_TIME = Instant.parse("0000-01-01T00:00:00Z");

    private static final Instant LAST_TIME = Instant.parse("9999-12-31T23:59:59.999Z");

    private Fields() {}

    static String required(JsonNode object, String name) {
        return optional(object, name)
                .filter(text -> !text.isEmpty())
                .orElseThrow(() -> new WebFailure(400, "'" + name + "' is missing: send a string"));
    }

    /** A name: one line of what can be seen, as it ends up in logs and on pages. */
    static String name(JsonNode object, String name) {
        String text = required(object, name);
        if (!StatementText.isPlain(text)) {
            throw new WebFailure(400, "'" + name + "' has characters that cannot be seen");
        }
        return text;
    }

    static Optional<String> optional(JsonNode object, String name) {
        Optional<String> text = anyLength(object, name);
        if (text.isPresent() && text.get().length() > MAX_TEXT) {
            throw new WebFailure(400, "'" + name + "' is longer than " + MAX_TEXT + " characters");
        }
        return text;
    }

    static Optional<String> anyLength(JsonNode object, String name) {
        JsonNode value = object.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isTextual()) {
            throw new WebFailure(400, "'" + name + "' is not a string");
        }
        return Optional.of(value.textValue());
    }

    /** A list of strings; empty when it is left out. */
    static List<String> texts(JsonNode object, String name) {
        JsonNode value = object.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return List.of();
        }
        List<String> texts = new ArrayList<>();
        if (value.isArray()) {
            value.forEach(item -> {
                if (item.isTextual()) {
                    texts.add(item.textValue());
                }
            });
        }
        if (!value.isArray() || texts.size() < value.size() || texts.size() > MAX_LIMIT) {
            throw new WebFailure(400, "'" + name + "' is not a list of at most " + MAX_LIMIT + " strings");
        }
        return List.copyOf(texts);
    }

    /** Whether; false when it is left out. */
    static boolean flag(JsonNode object, String name) {
        JsonNode value = object.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return false;
        }
        if (!value.isBoolean()) {
            throw new WebFailure(400, "'" + name + "' is neither true nor false");
        }
        return value.booleanValue();
    }

    /** A whole number; empty when it is left out. */
    static Optional<Long> whole(JsonNode object, String name) {
        JsonNode value = object.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new WebFailure(400, "'" + name + "' is not a whole number");
        }
        return Optional.of(value.longValue());
    }

    /** The body, an object that has none but these keys. */
    static JsonNode object(WebRequest request, String... keys) {
        JsonNode body = object(request);
        List<String> known = List.of(keys);
        for (Iterator<String> names = body.fieldNames(); names.hasNext(); ) {
            if (!known.contains(names.next())) {
                throw new WebFailure(400, "the body has an unknown key: send " + String.join(", ", known));
            }
        }
        return body;
    }

    static JsonNode object(WebRequest request) {
        JsonNode body = request.jsonOfAnyType();
        if (!body.isObject()) {
            throw new WebFailure(400, "the body is not a JSON object");
        }
        return body;
    }

    /** The id in the path; what cannot be an id is an unknown one. */
    static ReviewId id(WebRequest request) {
        return ReviewId.parse(request.pathParameter("id")).orElseThrow(() -> new WebFailure(404, "review not found"));
    }

    static Optional<ReviewStatus> status(WebRequest request) {
        Optional<ReviewStatus> status =
                request.query("status").filter(word -> !word.isEmpty()).map(ReviewStatus::new);
        if (status.isPresent() && !status.get().isKnown()) {
            throw new WebFailure(400, "'status' is none of " + ReviewStatus.KNOWN);
        }
        return status;
    }

    static int limit(WebRequest request) {
        long limit = number(request, "limit").orElse((long) DEFAULT_LIMIT);
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new WebFailure(400, "'limit' is not 1 to " + MAX_LIMIT);
        }
        return (int) limit;
    }

    static Optional<Long> cursor(WebRequest request) {
        return number(request, "cursor");
    }

    /** A time like {@code 2026-09-29T14:02:11Z}; empty when it is left out. */
    static Optional<Instant> time(WebRequest request, String name) {
        try {
            Optional<Instant> time =
                    request.query(name).filter(value -> !value.isEmpty()).map(Instant::parse);
            if (time.filter(at -> at.isBefore(FIRST_TIME) || at.isAfter(LAST_TIME))
                    .isEmpty()) {
                return time;
            }
        } catch (DateTimeParseException e) {
            // Told below.
        }
        throw new WebFailure(400, "'" + name + "' is not a time like 2026-09-29T14:02:11Z");
    }

    private static Optional<Long> number(WebRequest request, String name) {
        Optional<String> text = request.query(name).filter(value -> !value.isEmpty());
        if (text.isPresent() && !text.get().matches("[0-9]{1,18}")) {
            throw new WebFailure(400, "'" + name + "' is not a number that this server gave or takes");
        }
        return text.map(Long::parseLong);
    }
}
