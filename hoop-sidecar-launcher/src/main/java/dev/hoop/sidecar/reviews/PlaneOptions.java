package dev.hoop.sidecar.reviews;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hoop.sidecar.Failure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which Control Plane, and as whom: what is given, then the environment, then a {@code dev} that runs here. */
final class PlaneOptions {

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The Control Plane; also HOOP_URL. Default: the `hoop dev` or `hoop demo` that runs here.")
    private Optional<String> url = Optional.empty();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "A file with a reviewer's token; also HOOP_TOKEN (the token itself).")
    private Optional<Path> tokenFile = Optional.empty();

    @Option(names = "--json", description = "JSON instead of text.")
    private boolean json;

    boolean json() {
        return json;
    }

    PeopleApi connect() {
        Optional<URI> given = url.or(() -> environment("HOOP_URL")).map(PlaneOptions::address);
        Optional<JsonNode> local = given.isPresent() ? Optional.empty() : localPlane();
        URI plane = given.or(
                        () -> local.map(dev -> address(dev.path("plane_url").asText())))
                .orElseThrow(() -> new Failure("which control plane? Pass --url or set HOOP_URL; without them one"
                        + " started here by `hoop dev` or `hoop demo` is used, and none runs"));
        String token = tokenFile
                .map(PlaneOptions::read)
                .or(() -> environment("HOOP_TOKEN"))
                .or(() -> local.map(
                        dev -> read(Path.of(dev.path("reviewer_token_file").asText()))))
                .orElseThrow(() -> new Failure("as whom? Pass a reviewer's token with --token-file or HOOP_TOKEN"));
        return new PeopleApi(plane, token.strip());
    }

    private static Optional<String> environment(String name) {
        return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isBlank());
    }

    private static URI address(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new Failure("'" + text + "' is no address; write http://host:port", e);
        }
    }

    private static Optional<JsonNode> localPlane() {
        for (Path file : List.of(Path.of("hoop-data", "dev.json"), Path.of("hoop-data", "demo", "dev.json"))) {
            if (Files.isReadable(file)) {
                JsonNode dev = summary(file);
                if (ProcessHandle.of(dev.path("pid").asLong()).isPresent()) {
                    return Optional.of(dev);
                }
            }
        }
        return Optional.empty();
    }

    private static JsonNode summary(Path file) {
        try {
            return new JsonMapper().readTree(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new Failure("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new Failure("cannot read the token in " + file + "; does it exist, and may you read it?", e);
        }
    }
}
