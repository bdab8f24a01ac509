package dev.hoop.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.core.statement.Origin;
import dev.hoop.core.statement.Relation;
import dev.hoop.core.statement.Statement;
import dev.hoop.review.Requester;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewMode;
import dev.hoop.review.ReviewStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class EventWriterTest {

    private static final ReviewId REVIEW = new ReviewId("9f97");
    private static final Origin ORIGIN = Samples.origin(12);

    private Instant now = Instant.parse("2026-09-29T14:02:11.000123999Z");
    private final InstantSource clock = () -> now;

    @Test
    void aStatementThatIsForwarded() {
        AuditEvent event = new AuditEvent.StatementJudged(
                "billing-api",
                ORIGIN,
                new Samples.Plain(
                        "line", "DELETE", "DELETE /invoices/7", new byte[0], Map.of("host", "api.example.com")),
                Ruling.plain(true, Ruling.Reason.APPROVED)
                        .by("deletes-need-review")
                        .about(REVIEW, Optional.of(ReviewStatus.EXECUTED))
                        .approvedBy(Optional.of("Ana")));

        assertThat(write(event).toString()).isEqualTo("""
                {"time":"2026-09-29T14:02:11.000123Z","event":"statement","listener":"billing-api","session":12,\
                "peer":"192.0.2.7:4711","subject":"ana@example.com","email":"ana@example.com",\
                "identity":"identity_header","decision":"forward","reason":"approved","rule":"deletes-need-review",\
                "review_id":"9f97","review_status":"EXECUTED","approved_by":"Ana","protocol":"line",\
                "operation":"DELETE","statement":"DELETE /invoices/7","facts":{"host":"api.example.com"}}""");
    }

    @Test
    void whatObservedGuardrailsWouldHaveDone() {
        JsonNode record = write(new AuditEvent.StatementJudged(
                "a",
                ORIGIN,
                Samples.statement("x"),
                Ruling.ALLOWED.observed(Optional.of("no-drops"), Optional.of("ask"))));

        assertThat(record.get("decision").asText()).isEqualTo("forward");
        assertThat(record.get("guardrails.would_deny").asText()).isEqualTo("no-drops");
        assertThat(record.get("guardrails.would_review").asText()).isEqualTo("ask");
    }

    @Test
    void statementsThatAreAlikeAreWrittenAsIfEachStoodForItself() {
        EventWriter writer = new EventWriter(clock, 64, Optional.empty());
        Object one = new Object();
        Object other = new Object();
        String longText = "y".repeat(100);

        for (String text : List.of("x", longText, "x", "z".repeat(63))) {
            for (String fact : List.of("1", "2")) {
                Object prepared = text.equals("x") ? one : text.equals(longText) ? other : new Object();
                Samples.Plain plain = new Samples.Plain("line", "SAY", text, new byte[0], Map.of("n", fact));

                assertThat(line(writer, alike(plain, prepared)))
                        .isEqualTo(line(new EventWriter(clock, 64, Optional.empty()), plain));
            }
        }
    }

    private static String line(EventWriter writer, Statement statement) {
        JsonBuffer out = new JsonBuffer(64);
        writer.write(judged(statement), out);
        return new String(out.copy(), StandardCharsets.UTF_8);
    }

    /** A statement that says everything of itself. */
    private record Described(
            String protocol,
            String operation,
            Set<String> effects,
            List<Relation> relations,
            Optional<String> database,
            byte[] payload,
            String summary,
            Map<String, String> facts,
            Optional<Object> alike)
            implements Statement {

        @Override
        public List<String> readings() {
            return List.of(summary);
        }

        @Override
        public void tellFacts(BiConsumer<String, String> told) {
            facts.forEach(told);
        }
    }

    private static Statement alike(Samples.Plain plain, Object prepared) {
        return new Described(
                plain.protocol(),
                plain.operation(),
                plain.effects(),
                List.of(),
                Optional.empty(),
                plain.payload(),
                plain.summary(),
                plain.facts(),
                Optional.of(prepared));
    }

    private static Statement relational(List<Relation> relations, Set<String> effects) {
        String text = "delete from orders";
        return new Described(
                "sql",
                "delete",
                effects,
                relations,
                Optional.of("shop"),
                bytes(text),
                text,
                Map.of(),
                Optional.empty());
    }

    @Test
    void relationsAndEffectsWhereTheProtocolHasThem() {
        List<Relation> many = Collections.nCopies(
                EventWriter.MAX_RELATIONS + 1, new Relation(Optional.of("public"), "t", Relation.Access.READ));
        JsonNode few = write(judged(relational(
                List.of(
                        new Relation(Optional.of("public"), "orders", Relation.Access.WRITE),
                        new Relation(Optional.empty(), "users", Relation.Access.READ)),
                Set.of("delete"))));
        JsonNode lots = write(judged(relational(many, Set.of("delete", "select"))));

        assertThat(few.get("relations").toString()).isEqualTo("""
                [{"schema":"public","name":"orders","access":"write"},{"name":"users","access":"read"}]""");
        assertThat(few.has("relations_total")).isFalse();
        assertThat(few.has("effects")).isFalse();
        assertThat(few.get("database").asText()).isEqualTo("shop");
        assertThat(lots.get("relations")).hasSize(EventWriter.MAX_RELATIONS);
        assertThat(lots.get("relations_total").asInt()).isEqualTo(many.size());
        assertThat(lots.get("effects")).hasSize(2);
    }

    @Test
    void aLongStatementIsCutAndSaysSo() {
        JsonNode record = write(judged(Samples.statement("äöü")), 5, Optional.empty());

        assertThat(record.get("statement").asText()).isEqualTo("äö");
        assertThat(record.get("statement_truncated").asBoolean()).isTrue();
        assertThat(write(judged(Samples.statement("äöü")), 6, Optional.empty()).has("statement_truncated"))
                .isFalse();
    }

    @Test
    void anyOtherTextIsBoundedToo() {
        String endless = "x".repeat(100_000);
        JsonNode record = write(new AuditEvent.RequestRefused(
                "a",
                new Origin(1, Requester.named(endless, endless, "peer"), Optional.empty(), Map.of("k", endless)),
                endless));

        assertThat(record.toString()).hasSizeLessThan(6 * EventWriter.MAX_FIELD_BYTES);
        assertThat(record.get("subject").asText()).hasSizeGreaterThan(1000).endsWith(EventWriter.CUT_MARK);
    }

    @Test
    void aRedactedRecordHasAStableMarkAndNothingOfTheText() {
        Statement one = new Samples.Plain(
                "line", "SAY", "secret one", bytes("secret one"), Map.of("text", "secret one", "fine", "no"));
        MemorySink sink = new MemorySink();
        AuditOptions redacting = new AuditOptions(false, true, 8192, 256);
        try (AuditTrail trail = new AuditTrail(redacting, sink, Samples.FINGERPRINTS, clock)) {
            trail.record(judged(one));
            trail.record(judged(one));
            trail.record(judged(Samples.statement("secret two")));
        }

        assertThat(sink.writes()).noneMatch(line -> line.contains("secret") || line.contains("facts"));
        List<String> marks = sink.records().stream()
                .map(record -> record.get("statement_fingerprint").asText())
                .toList();
        assertThat(marks.get(0)).hasSize(24).isEqualTo(marks.get(1)).isNotEqualTo(marks.get(2));
    }

    @Test
    void theOtherEvents() {
        Map<AuditEvent, String> expected = Map.ofEntries(
                Map.entry(
                        new AuditEvent.SessionOpened("a", "http", 3, "unix", Map.of("tls", "TLSv1.3")),
                        "\"event\":\"session.opened\",\"listener\":\"a\",\"session\":3,\"peer\":\"unix\","
                                + "\"protocol\":\"http\",\"attributes\":{\"tls\":\"TLSv1.3\"}}"),
                Map.entry(
                        new AuditEvent.SessionClosed("a", 3, "unix", Duration.ofMillis(1500)),
                        "\"event\":\"session.closed\",\"listener\":\"a\",\"session\":3,\"peer\":\"unix\",\"open_ms\":1500}"),
                Map.entry(
                        new AuditEvent.RequestRefused("a", ORIGIN, "two host fields"),
                        by("request.refused") + "\"reason\":\"two host fields\"}"),
                Map.entry(
                        new AuditEvent.ResponseDenied(
                                "a", ORIGIN, Samples.statement("GET /x"), "500", "no-errors", true),
                        by("response.denied")
                                + "\"status\":\"500\",\"rule\":\"no-errors\",\"enforced\":true,\"protocol\":\"line\","
                                + "\"operation\":\"SAY\",\"statement\":\"GET /x\"}"),
                Map.entry(
                        new AuditEvent.StatementNotRun(
                                "a", ORIGIN, Optional.of(REVIEW), AuditEvent.NotRun.AUDIT_FAILED),
                        by("statement.not_run") + "\"reason\":\"audit_failed\",\"review_id\":\"9f97\"}"),
                Map.entry(
                        new AuditEvent.StatementCompleted("a", ORIGIN, REVIEW, "204"),
                        by("statement.completed") + "\"review_id\":\"9f97\",\"result\":\"204\"}"),
                Map.entry(
                        new AuditEvent.ReviewFiled("a", ORIGIN, REVIEW, "approvers", ReviewMode.RETURN, 17),
                        by("review.filed")
                                + "\"review_id\":\"9f97\",\"approval_rule\":\"approvers\",\"mode\":\"return\","
                                + "\"payload_bytes\":17}"),
                Map.entry(
                        new AuditEvent.ReviewHeld("a", ORIGIN, REVIEW, Duration.ofMinutes(30)),
                        by("review.held") + "\"review_id\":\"9f97\",\"limit_ms\":1800000}"),
                Map.entry(
                        new AuditEvent.ReviewReleased("a", ORIGIN, REVIEW, Optional.of("Ana"), Duration.ofMillis(42)),
                        by("review.released") + "\"review_id\":\"9f97\",\"approved_by\":\"Ana\",\"waited_ms\":42}"),
                Map.entry(
                        new AuditEvent.ReviewEnded(
                                "a",
                                ORIGIN,
                                Optional.of(REVIEW),
                                AuditEvent.ReviewEnd.ENDED,
                                Optional.of("REJECTED"),
                                Duration.ZERO),
                        by("review.ended")
                                + "\"review_id\":\"9f97\",\"end\":\"ended\",\"detail\":\"REJECTED\",\"waited_ms\":0}"),
                Map.entry(new AuditEvent.Gap(7), "\"event\":\"audit.gap\",\"lost\":7}"));

        expected.forEach((event, json) ->
                assertThat(write(event).toString()).isEqualTo("{\"time\":\"2026-09-29T14:02:11.000123Z\"," + json));
        assertThat(expected.keySet().stream().map(AuditEvent::getClass).distinct())
                .hasSize(AuditEvent.class.getPermittedSubclasses().length - 1);
    }

    @Test
    void timesFollowTheClockAcrossSeconds() {
        EventWriter writer = new EventWriter(clock, 100, Optional.empty());
        List<String> times = List.of(
                "1970-01-01T00:00:00.000000Z",
                "2026-12-31T23:59:59.999999Z",
                "2027-01-01T00:00:00.000001Z",
                "2024-02-29T01:02:03.040506Z");
        List<String> written = times.stream()
                .map(time -> {
                    now = Instant.parse(time);
                    JsonBuffer out = new JsonBuffer(0);
                    writer.write(new AuditEvent.Gap(1), out);
                    return parse(out).get("time").asText();
                })
                .toList();

        assertThat(written).isEqualTo(times);
    }

    private static String by(String event) {
        return "\"event\":\"" + event + "\",\"listener\":\"a\",\"session\":12,\"peer\":\"192.0.2.7:4711\","
                + "\"subject\":\"ana@example.com\",\"email\":\"ana@example.com\",\"identity\":\"identity_header\",";
    }

    private static AuditEvent judged(Statement statement) {
        return new AuditEvent.StatementJudged("a", ORIGIN, statement, Ruling.ALLOWED);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private JsonNode write(AuditEvent event) {
        return write(event, 8192, Optional.empty());
    }

    private JsonNode write(AuditEvent event, int max, Optional<Function<byte[], String>> redactor) {
        JsonBuffer out = new JsonBuffer(0);
        new EventWriter(clock, max, redactor).write(event, out);
        return parse(out);
    }

    private static JsonNode parse(JsonBuffer out) {
        String line = new String(out.copy(), StandardCharsets.UTF_8);
        assertThat(line).endsWith("}\n").containsOnlyOnce("\n");
        return Samples.parse(line).get(0);
    }
}
