package dev.hoop.core.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hoop.core.spi.Fingerprints;
import dev.hoop.core.statement.Origin;
import dev.hoop.core.statement.Statement;
import dev.hoop.review.Requester;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/** Statements, origins and events for tests. */
public final class Samples {

    public static final Fingerprints FINGERPRINTS = new Fingerprints("test key".getBytes(StandardCharsets.UTF_8));

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Samples() {}

    /** A statement that says what it was given. */
    public record Plain(String protocol, String operation, String summary, byte[] payload, Map<String, String> facts)
            implements Statement {

        @Override
        public Set<String> effects() {
            return Set.of(operation);
        }

        @Override
        public List<String> readings() {
            return List.of(summary);
        }

        @Override
        public void tellFacts(BiConsumer<String, String> told) {
            facts.forEach(told);
        }
    }

    public static Statement statement(String text) {
        return new Plain("line", "SAY", text, text.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    /** A statement with a defect: it throws, and its exception repeats the text. */
    public static Statement defective(String text) {
        return new Statement() {
            @Override
            public String protocol() {
                return "line";
            }

            @Override
            public String operation() {
                return "SAY";
            }

            @Override
            public Set<String> effects() {
                return Set.of();
            }

            @Override
            public List<String> readings() {
                throw new IllegalStateException("cannot read " + text);
            }

            @Override
            public byte[] payload() {
                throw new IllegalStateException("cannot show " + text);
            }

            @Override
            public String summary() {
                throw new IllegalStateException("cannot sum up " + text);
            }
        };
    }

    public static Origin origin(long sessionId) {
        return new Origin(
                sessionId,
                Requester.named("ana@example.com", "192.0.2.7:4711", "identity_header"),
                Optional.empty(),
                Map.of());
    }

    public static AuditEvent.StatementJudged forwarded(String text) {
        return new AuditEvent.StatementJudged("lines", origin(1), statement(text), Ruling.ALLOWED);
    }

    /** Parses JSON lines, each of which must be one object. */
    public static List<JsonNode> parse(String lines) {
        return Arrays.stream(lines.split("\n", -1))
                .filter(line -> !line.isEmpty())
                .map(Samples::parseOne)
                .toList();
    }

    private static JsonNode parseOne(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new UncheckedIOException("not JSON: " + line, e);
        }
    }
}
