package dev.hoop.controlplane;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The planes of a load run: processes as {@code ./hoop control-plane} starts them, where it is said where that is
 * ({@code -Dload.hoop}), or else of the classes that the build has just made.
 */
final class LoadReplicas implements AutoCloseable {

    private static final String HOOP = System.getProperty("load.hoop", "");
    private static final String JVM = System.getProperty("load.jvm", HOOP.isEmpty() ? "-XX:+UseSerialGC -Xmx512m" : "");
    private static final String STARTED = HOOP.isEmpty() ? PlaneProcess.LISTENING : "event=plane.started url=";
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final Path configuration;
    private final List<PlaneProcess> started = new ArrayList<>();

    LoadReplicas(Path configuration) {
        this.configuration = configuration;
    }

    /** Starts one more and waits until it serves. */
    PlaneProcess start() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Path log = Path.of("target", "plane-load-" + started.size() + ".log");
        Files.deleteIfExists(log);
        ProcessBuilder command =
                new ProcessBuilder(command()).redirectErrorStream(true).redirectOutput(log.toFile());
        if (!HOOP.isEmpty()) {
            command.environment().putAll(Map.of("HOOP_JAVA_OPTS", JVM));
        }
        Process process = command.start();
        while (process.isAlive() && !hasStarted(log)) {
            if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                process.destroyForcibly();
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        try (var says = Files.newInputStream(log)) {
            PlaneProcess plane = PlaneProcess.listening(process, STARTED, says);
            started.add(plane);
            System.out.printf("a replica serves after %.1f s%n", (System.nanoTime() - begin) / 1e9);
            return plane;
        }
    }

    private static boolean hasStarted(Path log) throws IOException {
        return Files.exists(log) && Files.readString(log).contains(STARTED);
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        if (!HOOP.isEmpty()) {
            command.addAll(List.of(HOOP, "control-plane", "--config"));
        } else {
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of(JVM.split(" ")));
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), PlaneProcess.class.getName()));
        }
        command.add(configuration.toString());
        return command;
    }

    @Override
    public void close() throws InterruptedException {
        for (PlaneProcess each : started) {
            each.close();
        }
    }
}
