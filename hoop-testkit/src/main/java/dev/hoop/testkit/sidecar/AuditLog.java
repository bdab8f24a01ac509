package dev.hoop.testkit.sidecar;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hoop.core.audit.AuditSink;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.wire.WireConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** An audit trail in memory that can be made to fail or to stall. Safe for use from any thread. */
public final class AuditLog implements AuditSink {

    private record Stalled(String text, Receipt receipt) {}

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final List<String> lines = new ArrayList<>();
    private final List<Stalled> stalled = new ArrayList<>();
    private boolean failing;
    private boolean stalling;

    @Override
    public void write(ByteBuffer bytes, int records, Receipt receipt) {
        String text = StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
        boolean written;
        synchronized (this) {
            if (stalling && !failing) {
                stalled.add(new Stalled(text, receipt));
                return;
            }
            written = !failing;
            if (written) {
                text.lines().forEach(lines::add);
            }
        }
        if (written) {
            receipt.written();
        } else {
            receipt.failed(new IOException("the test has the audit log fail"));
        }
    }

    /** Whether writes fail from now on. */
    public synchronized void fail(boolean now) {
        failing = now;
    }

    /** Takes lines from now on without saying that they are written. */
    public synchronized void stall() {
        stalling = true;
    }

    /** Writes what waits, and everything from now on at once. */
    public void resume() {
        List<Stalled> waiting;
        synchronized (this) {
            stalling = false;
            waiting = List.copyOf(stalled);
            stalled.clear();
            waiting.forEach(write -> write.text().lines().forEach(lines::add));
        }
        waiting.forEach(write -> write.receipt().written());
    }

    /** Waits until a line that stalls contains the text. */
    public void awaitStalled(String text) {
        Eventually.await(() -> isStalled(text), WireConnection.PATIENCE, "an audit record with " + text);
    }

    private synchronized boolean isStalled(String text) {
        return stalled.stream().anyMatch(write -> write.text().contains(text));
    }

    /** What was written so far. */
    public synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /** What was written so far, read. */
    public List<JsonNode> records() {
        return lines().stream().map(AuditLog::read).toList();
    }

    /** The records of one event, {@code statement} or {@code review.filed} for example. */
    public List<JsonNode> records(String event) {
        return records().stream()
                .filter(record -> record.path("event").asText().equals(event))
                .toList();
    }

    /** Waits until a record matches, and returns the first that does. */
    public JsonNode await(String event, Predicate<JsonNode> matches) {
        return Eventually.value(
                () -> records(event).stream().filter(matches).findFirst(),
                WireConnection.PATIENCE,
                "an audit record " + event);
    }

    private static JsonNode read(String line) {
        try {
            return MAPPER.readTree(line);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + line, e);
        }
    }

    /** Without effect: what was written can still be read. */
    @Override
    public void close() {}
}
