package dev.hoop.sidecar.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class DevIT {

    @TempDir
    private Path directory;

    private final Http http = new Http();

    @RegisterExtension
    private final CountingUpstream upstream = new CountingUpstream();

    private Path config(String rule, String mode) throws Exception {
        return Files.writeString(directory.resolve("config.yaml"), """
                admin: {listen: 127.0.0.1:0}
                listeners:
                  - name: billing-api
                    protocol: http
                    listen: 127.0.0.1:0
                    upstream: 127.0.0.1:%d
                    guardrails: {rules: [%s]}
                    review: {approval_rule: billing-approvers, mode: %s}
                """.formatted(upstream.port(), rule, mode));
    }

    private static final String DELETIONS =
            "{name: deletions, type: operation, operations: [DELETE], action: require_review}";

    private HoopProcess dev(Path config) {
        return HoopProcess.dev(directory, config.toString());
    }

    private HoopProcess reviews(JsonNode summary, String... arguments) {
        return HoopProcess.reviews(directory, summary, arguments);
    }

    @Test
    void holdsARequestUntilAPersonApprovesItAndRunsItOnce() throws Exception {
        try (HoopProcess dev = dev(config(DELETIONS, "return"))) {
            JsonNode summary = dev.awaitSummary(directory.resolve("data"));
            String listener =
                    "http://" + summary.path("listeners").get(0).path("address").asText();

            HttpResponse<String> refused = http.send("DELETE", listener + "/invoices/7");
            assertThat(refused.statusCode()).isEqualTo(403);
            String id = Http.reviewId(refused);
            assertThat(http.send("GET", listener + "/.well-known/hoop/reviews/" + id)
                            .body())
                    .contains("\"next\":\"wait\"");

            HoopProcess listed = reviews(summary, "list");
            assertThat(listed.out()).contains(id, "PENDING", "billing-api", "DELETE /invoices/7");
            HoopProcess approved = reviews(summary, "approve", id);
            assertThat(approved.out()).isEqualTo(id + " is approved" + System.lineSeparator());
            assertThat(approved.awaitExit()).isZero();

            assertThat(upstream.requests).isEmpty();
            HttpResponse<String> done = http.send("DELETE", listener + "/invoices/7");
            assertThat(done.statusCode()).isEqualTo(200);
            assertThat(done.headers().firstValue("X-Hoop-Approved-By")).contains("reviewer");
            HttpResponse<String> again = http.send("DELETE", listener + "/invoices/7");
            assertThat(again.statusCode()).isEqualTo(403);
            assertThat(Http.reviewId(again)).isNotEqualTo(id);
            assertThat(upstream.requests).containsExactly("DELETE /invoices/7");

            HoopProcess tooLate = reviews(summary, "approve", id);
            assertThat(tooLate.awaitExit()).isEqualTo(1);
            assertThat(tooLate.err()).startsWith("hoop: ").doesNotContain("\tat ");

            HoopProcess shown = reviews(summary, "show", id, "--json");
            assertThat(new JsonMapper().readTree(shown.out()).path("status").asText())
                    .isEqualTo("EXECUTED");
        }
    }

    /** The whole of it, a real plane and its database included; one connection for each request. */
    @Test
    void identicalRequestsAtOnceAreOneReviewAndOneRun() throws Exception {
        try (HoopProcess dev = dev(config(DELETIONS, "return"))) {
            JsonNode summary = dev.awaitSummary(directory.resolve("data"));
            String url =
                    "http://" + summary.path("listeners").get(0).path("address").asText() + "/invoices/7";

            List<HttpResponse<String>> refused = atOnce(200, url);
            assertThat(refused).extracting(HttpResponse::statusCode).containsOnly(403);
            String id = Http.reviewId(refused.get(0));
            assertThat(refused).extracting(Http::reviewId).containsOnly(id);
            assertThat(upstream.requests).isEmpty();

            assertThat(reviews(summary, "approve", id).awaitExit()).isZero();
            List<HttpResponse<String>> resent = atOnce(50, url);
            assertThat(resent.stream().filter(answer -> answer.statusCode() == 200))
                    .hasSize(1);
            assertThat(resent.stream()
                            .filter(answer -> answer.statusCode() == 403)
                            .map(Http::reviewId)
                            .distinct())
                    .as("the others asked one new question together")
                    .hasSize(1)
                    .doesNotContain(id);
            assertThat(upstream.requests).containsExactly("DELETE /invoices/7");
        }
    }

    private List<HttpResponse<String>> atOnce(int times, String url) {
        return IntStream.range(0, times).mapToObj(i -> http.sendAsync("DELETE", url)).toList().stream()
                .map(CompletableFuture::join)
                .toList();
    }

    @Test
    void tellsWhereEverythingIsAndForgetsThatWhenItEnds() throws Exception {
        Path data = directory.resolve("data");
        try (HoopProcess dev = dev(config(DELETIONS, "return"))) {
            JsonNode summary = dev.awaitSummary(data);

            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
                    .isEqualTo("rwx------");
            assertThat(summary.fieldNames())
                    .toIterable()
                    .containsExactly(
                            "plane_url",
                            "sign_in_url",
                            "reviewer_token_file",
                            "admin_url",
                            "mcp_url",
                            "pid",
                            "listeners");
            assertThat(summary.path("mcp_url").isNull()).isTrue();
            String admin = summary.path("admin_url").asText();
            assertThat(http.send("GET", admin + "/readyz").statusCode()).isEqualTo(200);
            assertThat(http.send("GET", summary.path("sign_in_url").asText()).statusCode())
                    .isIn(200, 303);
            String token = Files.readString(
                            Path.of(summary.path("reviewer_token_file").asText()))
                    .strip();
            assertThat(dev.err() + dev.out())
                    .contains(
                            summary.path("plane_url").asText(),
                            token,
                            summary.path("sign_in_url").asText());

            HoopProcess second = HoopProcess.run(
                    directory, "dev", "--config", "config.yaml", "--data", "data", "--plane-listen", "127.0.0.1:0");
            assertThat(second.awaitExit()).isEqualTo(1);
            assertThat(second.err()).contains("another hoop uses data");

            dev.terminate();
            assertThat(dev.awaitExit()).isZero();
        }
        assertThat(data.resolve("dev.json")).doesNotExist();
    }

    @Test
    void removesWhatAKilledOneLeftBeforeItServes() throws Exception {
        Path data = directory.resolve("data");
        Path config = config(DELETIONS, "return");
        try (HoopProcess killed = dev(config)) {
            assertThat(killed.awaitSummary(data).path("pid").asLong()).isEqualTo(killed.pid());
            killed.kill();
        }
        assertThat(data.resolve("dev.json")).exists();
        Files.move(data, directory.resolve("hoop-data"));
        HoopProcess asking = HoopProcess.run(directory, "reviews", "list");
        assertThat(asking.awaitExit()).isEqualTo(1);
        assertThat(asking.err()).contains("none runs");
        Files.move(directory.resolve("hoop-data"), data);

        // It gets as far as the listener, whose port is taken.
        String taken = "127.0.0.1:" + upstream.port();
        Files.writeString(config, Files.readString(config).replace("    listen: 127.0.0.1:0", "    listen: " + taken));
        try (HoopProcess next = dev(config)) {
            assertThat(next.awaitExit()).isEqualTo(1);
            assertThat(next.err()).contains(taken);
        }
        assertThat(data.resolve("dev.json")).doesNotExist();
    }

    @Test
    void keepsReviewsAndTokensAcrossRunsAndTakesTheFileAsItIsNow() throws Exception {
        Path data = directory.resolve("data");
        String id;
        String token;
        try (HoopProcess first = dev(config(DELETIONS, "return"))) {
            JsonNode summary = first.awaitSummary(data);
            token = Files.readString(data.resolve("reviewer.token"));
            String listener =
                    "http://" + summary.path("listeners").get(0).path("address").asText();
            id = Http.reviewId(http.send("DELETE", listener + "/invoices/7"));
            reviews(summary, "approve", id);
            first.terminate();
            assertThat(first.awaitExit()).isZero();
        }
        String puts = "{name: puts, type: operation, operations: [PUT], message: no puts}";
        try (HoopProcess second = dev(config(DELETIONS + ", " + puts, "return"))) {
            JsonNode summary = second.awaitSummary(data);
            assertThat(Files.readString(data.resolve("reviewer.token"))).isEqualTo(token);
            String listener =
                    "http://" + summary.path("listeners").get(0).path("address").asText();
            assertThat(http.send("PUT", listener + "/x").body()).isEqualTo("no puts");
            assertThat(http.send("DELETE", listener + "/invoices/7").statusCode())
                    .isEqualTo(200);
            assertThat(upstream.requests).containsExactly("DELETE /invoices/7");
        }
    }

    @Test
    void watchTellsAndDecidesFromATerminal() throws Exception {
        try (HoopProcess dev = dev(config(DELETIONS, "hold"))) {
            JsonNode summary = dev.awaitSummary(directory.resolve("data"));
            String listener =
                    "http://" + summary.path("listeners").get(0).path("address").asText();
            String[] access = {
                "--url", summary.path("plane_url").asText(),
                "--token-file", summary.path("reviewer_token_file").asText()
            };
            try (HoopProcess teller = HoopProcess.start(
                            directory, "reviews", "watch", "--json", access[0], access[1], access[2], access[3]);
                    HoopProcess asker = HoopProcess.start(
                            directory, "reviews", "watch", access[0], access[1], access[2], access[3])) {
                asker.awaitErr("Watching reviews");
                teller.awaitErr("Watching reviews");

                var held = http.sendAsync("DELETE", listener + "/invoices/7");
                asker.awaitOut("[a]pprove");
                assertThat(asker.out()).contains("DELETE /invoices/7");
                assertThat(upstream.requests).isEmpty();
                asker.type("a\n");
                assertThat(held.get().statusCode()).isEqualTo(200);
                teller.awaitOut("\"event\":\"executed\"");
                assertThat(teller.out()).contains("\"event\":\"filed\"", "\"event\":\"decided\"");

                var second = http.sendAsync("DELETE", listener + "/invoices/8");
                asker.awaitOut("DELETE /invoices/8");
                asker.type("r\nnot today\n");
                HttpResponse<String> rejected = second.get();
                assertThat(rejected.statusCode()).isEqualTo(403);
                assertThat(rejected.body()).contains("rejected: not today");
                assertThat(rejected.headers().firstValue("X-Hoop-Decided-By")).contains("reviewer");
            }
        }
    }
}
