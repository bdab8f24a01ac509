package dev.hoop.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.testbase.Eventually;
import dev.hoop.web.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A page in a browser, used by mouse and keys. Whatever it complains of is kept. */
final class BrowserPage implements AutoCloseable {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Path SCREENSHOTS = Path.of("target/screenshots");

    /** Keys that are no letters, by their codes (UI Events KeyboardEvent code and the key code of old). */
    private static final Map<String, Integer> KEYS = Map.of("Enter", 13, "Escape", 27, "Tab", 9, " ", 32);

    private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
    private final DevTools tools;
    private final URI site;

    BrowserPage(HttpClient http, URI socket, URI site) {
        this.site = site;
        tools = new DevTools(http, socket, this::heard);
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            tools.call(domain + ".enable");
        }
        tools.call("Network.clearBrowserCookies");
        size(1440, 900, false);
    }

    private void heard(String event, JsonNode about) {
        switch (event) {
            case "Runtime.exceptionThrown" -> complaints.add("exception " + about.path("exceptionDetails"));
            case "Page.javascriptDialogOpening" -> complaints.add("dialog " + about.path("message"));
            case "Log.entryAdded" -> {
                if (about.at("/entry/level").asText().equals("error")) {
                    complaints.add("log " + about.path("entry"));
                }
            }
            default -> {
                // Nothing that a test asks for.
            }
        }
    }

    /** What the page complained of: exceptions, dialogs, refusals of the content security policy, failed loads. */
    Queue<String> complaints() {
        return complaints;
    }

    void size(int width, int height, boolean phone) {
        ObjectNode metrics = Json.object()
                .put("width", width)
                .put("height", height)
                .put("deviceScaleFactor", phone ? 2 : 1)
                .put("mobile", phone);
        tools.call("Emulation.setDeviceMetricsOverride", metrics);
    }

    void dark(boolean dark) {
        ObjectNode media = Json.object();
        media.putArray("features")
                .addObject()
                .put("name", "prefers-color-scheme")
                .put("value", dark ? "dark" : "light");
        tools.call("Emulation.setEmulatedMedia", media);
    }

    void withoutScripts() {
        tools.call("Emulation.setScriptExecutionDisabled", Json.object().put("value", true));
    }

    void open(String path) {
        URI address = site.resolve(path);
        evaluate("window.left = true");
        tools.call("Page.navigate", Json.object().put("url", address.toString()));
        await("!window.left && document.readyState === 'complete'", "loaded " + path);
    }

    void signIn(SecretToken token) {
        open("/sign-in");
        click(".other summary");
        click("#token");
        write(token.value());
        press("Enter");
        await("location.pathname === '/reviews' && document.readyState === 'complete'", "signed in");
    }

    /** All of it fits the window's width. */
    void assertNoSidewaysScroll() {
        assertThat(evaluate("document.documentElement.scrollWidth - innerWidth").asInt())
                .as("wider than the window")
                .isLessThanOrEqualTo(0);
    }

    /** The value of an expression. */
    JsonNode evaluate(String script) {
        JsonNode answer = tools.call(
                "Runtime.evaluate",
                Json.object()
                        .put("expression", script)
                        .put("returnByValue", true)
                        .put("awaitPromise", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(script + ": " + answer.path("exceptionDetails"));
        }
        return answer.at("/result/value");
    }

    String text(String selector) {
        return evaluate("document.querySelector(" + quoted(selector) + ")?.innerText ?? ''")
                .asText();
    }

    /** Waits until an expression is true. A page that is just being left answers nothing, which is no answer yet. */
    void await(String condition, String description) {
        Eventually.await(
                () -> {
                    try {
                        return evaluate("Boolean(" + condition + ")").asBoolean();
                    } catch (AssertionError e) {
                        return false;
                    }
                },
                LONG,
                () -> description + ": " + condition + "\n" + complaints + "\n" + text("main"));
    }

    void awaitText(String selector, String text) {
        await(
                "document.querySelector(" + quoted(selector) + ")?.innerText.includes(" + quoted(text) + ")",
                selector + " says " + text);
    }

    void click(String selector) {
        await("document.querySelector(" + quoted(selector) + ")", selector + " is there");
        JsonNode at = evaluate("(() => { const e = document.querySelector(" + quoted(selector)
                + "); e.scrollIntoView({block: 'nearest'}); const r = e.getBoundingClientRect();"
                + " return {x: r.x + r.width / 2, y: r.y + r.height / 2, width: r.width}; })()");
        assertThat(at.path("width").asDouble()).as(selector + " can be seen").isPositive();
        for (String type : List.of("mousePressed", "mouseReleased")) {
            tools.call(
                    "Input.dispatchMouseEvent",
                    Json.object()
                            .put("type", type)
                            .put("x", at.path("x").asDouble())
                            .put("y", at.path("y").asDouble())
                            .put("button", "left")
                            .put("clickCount", 1));
        }
    }

    /** Writes where the focus is. */
    void write(String text) {
        tools.call("Input.insertText", Json.object().put("text", text));
    }

    /** Presses a key: a character, {@code Enter}, {@code Escape} or {@code Tab}. */
    void press(String key) {
        String text = key.equals("Enter") ? "\r" : key.length() == 1 ? key : "";
        for (String type : List.of("keyDown", "keyUp")) {
            ObjectNode event = Json.object()
                    .put("type", type)
                    .put("key", key)
                    .put("windowsVirtualKeyCode", KEYS.getOrDefault(key, (int) Character.toUpperCase(key.charAt(0))));
            if (type.equals("keyDown") && !text.isEmpty()) {
                event.put("text", text);
            }
            tools.call("Input.dispatchKeyEvent", event);
        }
    }

    /** Keeps a picture among the build's output. */
    void screenshot(String name) throws IOException {
        String picture = tools.call("Page.captureScreenshot").path("data").asText();
        Files.createDirectories(SCREENSHOTS);
        Files.write(SCREENSHOTS.resolve(name + ".png"), Base64.getDecoder().decode(picture));
    }

    static String quoted(String text) {
        return Json.write(new com.fasterxml.jackson.databind.node.TextNode(text));
    }

    @Override
    public void close() {
        try {
            tools.call("Page.close");
        } finally {
            tools.close();
        }
    }
}
