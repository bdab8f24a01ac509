package dev.hoop.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.web.Json;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/control-plane.md shows is what there is. */
class DocumentationTest {

    private static final Path DOCUMENT = Path.of("../docs/control-plane.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/hoop/controlplane/DocumentationTest.java");

    @TempDir
    private Path directory;

    @Test
    void theConfigurationLoads() throws Exception {
        SecretToken.random().write(directory.resolve("ana.token"));
        SecretToken.random().write(directory.resolve("payments.token"));
        Path file = directory.resolve("control-plane.yaml");
        Files.writeString(file, blocks("yaml").get(0).replace("secrets/", directory + "/"));
        ControlPlaneSettings settings = ControlPlaneSettings.load(file);
        assertThat(settings.people().approvalRules()).hasSize(1);
        assertThat(settings.people().sidecars()).hasSize(1);
    }

    @Test
    void theStoragesThatAreShownLoad() throws Exception {
        Path password = directory.resolve("db.password");
        SecretToken.random().write(password);
        for (String block : blocks(Path.of("../docs/plane-storage.md"), "yaml")) {
            Path file = Files.writeString(
                    directory.resolve("storage.yaml"), block.replace("secrets/db.password", password.toString()));
            assertThat(ControlPlaneSettings.load(file).storage().keepSettled()).isEqualTo(StorageSettings.KEEP_SETTLED);
        }
    }

    @Test
    void theAnswersHaveTheFieldsThatAreShown() throws Exception {
        try (TestPlane plane = TestPlane.start(directory)) {
            ObjectNode filing = PlaneClient.filing("billing-api", "billing-approvers", "DELETE /v1/invoices/2024\n\n");
            filing.set(
                    "requester",
                    Json.read(
                            "{\"subject\":\"agent-7\",\"peer_addr\":\"10.0.3.7:51234\",\"method\":\"identity_header\"}"));
            filing.set(
                    "context",
                    Json.read("{\"risk_level\":\"high\",\"risk_why\":\"DELETE removes what the path names\"}"));
            JsonNode filed = plane.client.file(TestPlane.PAYMENTS, filing).json();
            plane.client.file(TestPlane.PAYMENTS, "another");
            JsonNode list = plane.client
                    .asPerson(TestPlane.ANA, "GET", "/api/reviews?limit=1&cursor=2", "")
                    .json();
            List<String> shown = blocks("json");
            assertThat(withoutIds(Json.read(shown.get(1)))).isEqualTo(withoutIds(filed));
            assertThat(withoutIds(Json.read(shown.get(0)).path("reviews"))).isEqualTo(withoutIds(list.path("reviews")));
        }
    }

    @Test
    void theProgramIsThisOne() throws Exception {
        String source = Files.readString(SOURCE);
        String shown = source.substring(source.indexOf("// shown from here"), source.lastIndexOf("// to here"));
        assertThat(squeezed(shown)).contains(squeezed(blocks("java").get(0)));
    }

    @Test
    void theProgramRuns() throws Exception {
        Path database = directory.resolve("hoop.db");
        URI made = embedded(database);
        assertThat(made.getRawQuery()).startsWith("link=");
    }

    private static URI embedded(Path database) throws Exception {
        // shown from here
        ControlPlaneSettings settings = ControlPlaneSettings.of(new InetSocketAddress("127.0.0.1", 0), database);
        try (ControlPlane plane = ControlPlane.start(settings)) {
            plane.ensureUser(new PlaneUser("ana@example.com", "Ana", List.of("reviewers"), Optional.empty()));
            plane.ensureApprovalRule(ApprovalRule.ofGroup("billing-approvers", "reviewers"));
            plane.ensureSidecar(new PlaneSidecar("payments", SecretToken.random()));
            URI link = plane.oneTimeSignInLink("ana@example.com", Duration.ofMinutes(10));
            // to here
            return link;
        }
    }

    private static String squeezed(String code) {
        return code.replace("Path.of(\"hoop-data/hoop.db\")", "database")
                .replaceAll("\\s+", "")
                .replaceAll("}$", "");
    }

    private static String withoutIds(JsonNode json) {
        return json.toString().replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "ID");
    }

    private static List<String> blocks(String language) throws Exception {
        return blocks(DOCUMENT, language);
    }

    private static List<String> blocks(Path document, String language) throws Exception {
        Matcher matcher = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(Files.readString(document));
        List<String> blocks = new ArrayList<>();
        while (matcher.find()) {
            blocks.add(matcher.group(1));
        }
        return blocks;
    }
}
