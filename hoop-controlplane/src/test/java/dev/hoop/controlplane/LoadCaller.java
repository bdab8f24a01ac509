package dev.hoop.controlplane;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A sidecar's or a person's way to the replicas, with a few connections to each that it calls. A call is made until it is
 * answered, and its time goes from when it was due to its answer, whatever was tried in between. Confined to the loop.
 */
final class LoadCaller implements LoadWire.Caller {

    /** Calls at a time; further ones wait, and their time runs. */
    private static final int AT_ONCE = 4;

    private static final long BEFORE_AGAIN_MILLIS = 20;
    private static final long PATIENCE = Duration.ofSeconds(60).toNanos();

    private record Call(String what, byte[] request, long due, Consumer<LoadAnswer> then) {}

    private final LoadLoop loop;
    private final LoadTargets targets;
    private final LoadRecord record;
    private final String credential;
    private final int home;
    private final Map<URI, Deque<LoadWire>> idle = new HashMap<>();
    private final Map<LoadWire, Call> under = new HashMap<>();
    private final Deque<Call> waiting = new ArrayDeque<>();

    /**
     * @param credential a whole header line
     * @param home the number of the replica that it calls while that is there
     */
    LoadCaller(LoadLoop loop, LoadTargets targets, LoadRecord record, String credential, int home) {
        this.loop = loop;
        this.targets = targets;
        this.record = record;
        this.credential = credential;
        this.home = home;
    }

    /** Calls, and goes on with the answer; one that says that the replica cannot now is none. */
    void call(String what, String method, String path, String body, Consumer<LoadAnswer> then) {
        String head = method + " " + path + " HTTP/1.1\r\nhost: plane\r\n" + credential + "\r\n"
                + (method.equals("GET")
                        ? ""
                        : "content-type: application/json\r\ncontent-length: " + body.length() + "\r\n")
                + "\r\n";
        // Everything that is sent here is ASCII.
        waiting.add(new Call(what, (head + body).getBytes(StandardCharsets.US_ASCII), System.nanoTime(), then));
        callNext();
    }

    private void callNext() {
        while (!waiting.isEmpty() && under.size() < AT_ONCE) {
            Call call = waiting.remove();
            try {
                LoadWire wire = wireTo(targets.of(home));
                under.put(wire, call);
                wire.send(call.request());
            } catch (IOException e) {
                under.values().remove(call);
                again(call);
            }
        }
    }

    /** A replica is gone where it takes no connection: one that ends may have rested for too long. */
    private LoadWire wireTo(URI replica) throws IOException {
        LoadWire wire =
                idle.computeIfAbsent(replica, absent -> new ArrayDeque<>()).poll();
        if (wire != null) {
            return wire;
        }
        try {
            return new LoadWire(loop, replica, this);
        } catch (IOException e) {
            targets.gone(replica);
            throw e;
        }
    }

    private void again(Call call) {
        record.unanswered();
        if (System.nanoTime() - call.due() > PATIENCE) {
            throw new AssertionError(call.what() + " is not answered");
        }
        loop.in(BEFORE_AGAIN_MILLIS, () -> {
            waiting.addFirst(call);
            callNext();
        });
    }

    @Override
    public void answered(LoadWire wire, LoadAnswer answer) {
        Call call = under.remove(wire);
        if (call == null) {
            throw new AssertionError("an answer that nobody asked for");
        }
        idle.computeIfAbsent(wire.replica(), absent -> new ArrayDeque<>()).push(wire);
        if (answer.status() == 503) {
            again(call);
        } else {
            record.took(call.what(), System.nanoTime() - call.due());
            call.then().accept(answer);
        }
        callNext();
    }

    @Override
    public void broken(LoadWire wire) {
        idle.getOrDefault(wire.replica(), new ArrayDeque<>()).remove(wire);
        Call call = under.remove(wire);
        if (call != null) {
            again(call);
        }
    }
}
