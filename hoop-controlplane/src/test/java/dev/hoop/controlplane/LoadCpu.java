package dev.hoop.controlplane;

import dev.hoop.testkit.pg.PostgresServer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Who uses the processors during a load run: this process, the replicas, and PostgreSQL. Read from the processes themselves
 * once a second; what a process did after it was last read is missing, which is little.
 */
final class LoadCpu implements AutoCloseable {

    private static final String LOAD = "load";
    private static final String REPLICAS = "replicas";
    private static final String POSTGRES = "PostgreSQL";

    private final Map<Long, Duration> atStart = new ConcurrentHashMap<>();
    private final Map<Long, Duration> last = new ConcurrentHashMap<>();
    private final Map<Long, String> kinds = new ConcurrentHashMap<>();
    private long started = System.nanoTime();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "load-cpu");
        thread.setDaemon(true);
        return thread;
    });

    private final long postmaster;

    private LoadCpu(long postmaster) {
        this.postmaster = postmaster;
    }

    /** Measures from now on, the server too. */
    static LoadCpu start(PostgresServer server) {
        // The first line of the file has the number of the server's first process, whose children the others are.
        String file = server.query(PostgresServer.SUPERUSER, "select pg_read_file('postmaster.pid')")
                .get(0)
                .get(0);
        LoadCpu cpu = new LoadCpu(
                Long.parseLong(file.lines().findFirst().orElseThrow().strip()));
        cpu.look();
        cpu.atStart.putAll(cpu.last);
        cpu.timer.scheduleWithFixedDelay(cpu::look, 1, 1, TimeUnit.SECONDS);
        return cpu;
    }

    private void look() {
        ProcessHandle self = ProcessHandle.current();
        note(self, LOAD);
        self.children().forEach(process -> note(process, REPLICAS));
        ProcessHandle.of(postmaster).ifPresent(server -> {
            note(server, POSTGRES);
            server.children().forEach(process -> note(process, POSTGRES));
        });
    }

    private void note(ProcessHandle process, String kind) {
        process.info().totalCpuDuration().ifPresent(used -> {
            kinds.putIfAbsent(process.pid(), kind);
            last.put(process.pid(), used);
        });
    }

    /** Processor time in seconds, over so many seconds. */
    record Used(double seconds, double load, double replicas, double postgres) {}

    /** Stops measuring. */
    Used stop() {
        timer.shutdownNow();
        look();
        return used();
    }

    private Used used() {
        double seconds = (System.nanoTime() - started) / 1e9;
        return new Used(seconds, used(LOAD), used(REPLICAS), used(POSTGRES));
    }

    private double used(String kind) {
        return last.entrySet().stream()
                .filter(process ->
                        kinds.getOrDefault(process.getKey(), POSTGRES).equals(kind))
                .mapToDouble(process -> process.getValue()
                                .minus(atStart.getOrDefault(process.getKey(), Duration.ZERO))
                                .toMillis()
                        / 1e3)
                .sum();
    }

    /** Prints the share of each in the time of one processor, and begins anew. */
    void lap(String name) {
        look();
        Used used = used();
        atStart.putAll(last);
        started = System.nanoTime();
        double percent = 100 / used.seconds();
        System.out.printf(
                Locale.ROOT,
                "CPU %s, %.0f s on %d processors: load %.0f %% replicas %.0f %% PostgreSQL %.0f %% of one%n",
                name,
                used.seconds(),
                Runtime.getRuntime().availableProcessors(),
                used.load() * percent,
                used.replicas() * percent,
                used.postgres() * percent);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
