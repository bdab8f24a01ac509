package dev.hoop.controlplane;

import dev.hoop.testbase.Eventually;
import dev.hoop.web.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A headless Chromium with a profile of its own. One that is asked for and cannot run fails, and says what is missing. */
final class Chromium implements AutoCloseable {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;
    private final URI address;

    private Chromium(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    static Chromium start(Path directory) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                program(),
                "--headless=new",
                "--remote-debugging-port=0",
                "--user-data-dir=" + directory,
                "--no-first-run",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-extensions",
                "--disable-background-networking",
                "--hide-scrollbars",
                "--lang=en-US"));
        if (System.getProperty("user.name").equals("root")) {
            // Chromium has no sandbox for root, as whom containers run. It sees nothing but pages of these tests.
            command.add("--no-sandbox");
        }
        command.add("about:blank");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("chromium.log").toFile())
                .start();
        Path port = directory.resolve("DevToolsActivePort");
        String number = Eventually.value(
                () -> firstLine(port), Duration.ofSeconds(60), "Chromium listens; its log is " + directory);
        return new Chromium(process, URI.create("http://127.0.0.1:" + number));
    }

    private static String program() {
        for (String folder : System.getenv("PATH").split(":")) {
            for (String name : NAMES) {
                if (Files.isExecutable(Path.of(folder, name))) {
                    return name;
                }
            }
        }
        throw new AssertionError(
                "-Pbrowser needs one of " + NAMES + " on the PATH; install it, or leave the profile out");
    }

    private static Optional<String> firstLine(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file).lines().findFirst() : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A new page without cookies. */
    BrowserPage page(URI site) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address.resolve("/json/new?about:blank"))
                .method("PUT", HttpRequest.BodyPublishers.noBody())
                .build();
        String answer = http.send(request, BodyHandlers.ofString()).body();
        URI socket = URI.create(Json.read(answer).path("webSocketDebuggerUrl").asText());
        return new BrowserPage(http, socket, site);
    }

    @Override
    public void close() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        children.forEach(ProcessHandle::destroyForcibly);
        children.forEach(child -> child.onExit().orTimeout(20, TimeUnit.SECONDS).join());
    }
}
