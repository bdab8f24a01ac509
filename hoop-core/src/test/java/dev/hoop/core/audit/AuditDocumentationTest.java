package dev.hoop.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.core.statement.Origin;
import dev.hoop.review.Requester;
import dev.hoop.review.ReviewId;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** docs/audit.md knows every field, every event and every word. */
class AuditDocumentationTest {

    private String documentation = "";

    @BeforeEach
    void read() throws IOException {
        documentation = Files.readString(Path.of("..", "docs", "audit.md"));
    }

    @Test
    void everyFieldIsDocumented() throws IllegalAccessException {
        Pattern key = Pattern.compile("[,{]?\"([a-z_.]+)\":");
        List<String> fields = new ArrayList<>();
        for (Field constant : EventWriter.class.getDeclaredFields()) {
            if (constant.getType() == byte[].class) {
                byte[] bytes = (byte[]) constant.get(null);
                Matcher matcher = key.matcher(new String(bytes, StandardCharsets.US_ASCII));
                if (matcher.find()) {
                    fields.add(matcher.group(1));
                }
            }
        }

        assertThat(fields).hasSizeGreaterThan(30).allSatisfy(this::isDocumented);
    }

    @Test
    void everyWordIsDocumented() {
        List<String> words = new ArrayList<>();
        for (Ruling.Reason reason : Ruling.Reason.values()) {
            words.add(reason.word());
        }
        for (AuditEvent.ReviewEnd end : AuditEvent.ReviewEnd.values()) {
            words.add(end.word());
        }
        for (AuditEvent.NotRun why : AuditEvent.NotRun.values()) {
            words.add(why.word());
        }

        assertThat(words).allSatisfy(this::isDocumented);
    }

    @Test
    void theExampleIsWhatIsWritten() {
        String example = documentation.substring(documentation.indexOf("```json\n") + 8);
        example = example.substring(0, example.indexOf("\n```"));
        Origin origin = new Origin(
                12,
                Requester.named("ana@example.com", "192.0.2.7:4711", "identity_header"),
                Optional.empty(),
                Map.of());
        AuditEvent event = new AuditEvent.StatementJudged(
                "billing-api",
                origin,
                new Samples.Plain("http", "DELETE", "DELETE /invoices/7", new byte[0], Map.of()),
                Ruling.plain(true, Ruling.Reason.APPROVED)
                        .by("deletes-need-review")
                        .about(new ReviewId("9f97"), Optional.empty())
                        .approvedBy(Optional.of("Ben")));
        JsonBuffer out = new JsonBuffer(0);
        new EventWriter(() -> Instant.parse("2026-09-29T14:02:11.000123Z"), 8192, Optional.empty()).write(event, out);

        assertThat(new String(out.copy(), StandardCharsets.UTF_8)).isEqualTo(example + "\n");
    }

    private void isDocumented(String word) {
        assertThat(documentation).contains("`" + word + "`");
    }
}
