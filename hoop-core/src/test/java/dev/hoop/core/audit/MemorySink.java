package dev.hoop.core.audit;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A sink that keeps what it is given, and fails or stalls when it is told to. */
public final class MemorySink implements AuditSink {

    private record Stalled(String text, Receipt receipt) {}

    private final List<String> writes = new ArrayList<>();
    private final List<Stalled> stalled = new ArrayList<>();
    private boolean failing;
    private boolean stalling;

    @Override
    public synchronized void write(ByteBuffer lines, int records, Receipt receipt) {
        String text = StandardCharsets.UTF_8.decode(lines.duplicate()).toString();
        if (text.lines().count() != records) {
            throw new AssertionError(records + " records announced, but given: " + text);
        }
        if (failing) {
            receipt.failed(new IOException("told to fail"));
        } else if (stalling) {
            stalled.add(new Stalled(text, receipt));
        } else {
            writes.add(text);
            receipt.written();
        }
    }

    public synchronized void fail(boolean now) {
        failing = now;
    }

    public synchronized void stall() {
        stalling = true;
    }

    /** Writes what waits, on this thread. */
    public void resume() {
        List<Stalled> waiting;
        synchronized (this) {
            stalling = false;
            waiting = List.copyOf(stalled);
            stalled.clear();
            waiting.forEach(write -> writes.add(write.text()));
        }
        waiting.forEach(write -> write.receipt().written());
    }

    public synchronized int stalledWrites() {
        return stalled.size();
    }

    /** What each write was given. */
    public synchronized List<String> writes() {
        return List.copyOf(writes);
    }

    public List<JsonNode> records() {
        return Samples.parse(String.join("", writes()));
    }

    /** The events in order, without those of sessions. */
    public List<String> events() {
        return records().stream().map(record -> record.get("event").asText()).toList();
    }

    public List<JsonNode> records(String event) {
        return records().stream()
                .filter(record -> record.get("event").asText().equals(event))
                .toList();
    }

    @Override
    public void close() {}
}
