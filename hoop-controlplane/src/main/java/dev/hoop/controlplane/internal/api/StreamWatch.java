package dev.hoop.controlplane.internal.api;

import dev.hoop.web.EventStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the event streams of those who may not come in any more: a request is checked when it comes, but a stream goes on.
 * Safe for use by many threads.
 */
public final class StreamWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StreamWatch.class);

    private final Map<EventStream, BooleanSupplier> watched = new ConcurrentHashMap<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "hoop-plane-streams");
        thread.setDaemon(true);
        return thread;
    });

    private StreamWatch() {}

    /** Looks now and then until it is closed. */
    public static StreamWatch start(Duration pause) {
        StreamWatch watch = new StreamWatch();
        watch.timer.scheduleWithFixedDelay(watch::look, pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
        return watch;
    }

    /** @param mayStay whether whoever reads the stream may still come in; blocks on the database */
    void add(EventStream stream, BooleanSupplier mayStay) {
        watched.put(stream, mayStay);
        stream.onClose(() -> watched.remove(stream));
    }

    private void look() {
        for (Map.Entry<EventStream, BooleanSupplier> one : watched.entrySet()) {
            try {
                if (!one.getValue().getAsBoolean()) {
                    one.getKey().end();
                }
            } catch (JdbiException e) {
                // The next look finds out; who reads gets nothing meanwhile that the database would have to tell.
                LOG.warn("event=plane.streams.unchecked error={}", e.getClass().getSimpleName());
                return;
            } catch (RuntimeException e) {
                // Of whom it cannot be told, nobody stays; and this look must not be the last one.
                LOG.error("event=plane.streams.unchecked", e);
                one.getKey().end();
            }
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
