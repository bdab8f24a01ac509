package dev.hoop.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.controlplane.DecisionLogCheck.Result;
import dev.hoop.testkit.pg.PostgresServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A company's load on two replicas, of which one is killed and started again meanwhile. Not part of a build:
 * {@code ./mvnw -Pplane-load -pl hoop-controlplane -am test}, with {@code -Dload.seconds}, {@code -Dload.rate} and
 * {@code -Dload.sidecars}.
 *
 * <p>Its verdict is about what must never happen: a review that is lost, an approval that is spent twice. Times are printed.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PlaneLoad {

    private static final int SECONDS = Integer.getInteger("load.seconds", 30);
    private static final int WARM_UP = Integer.getInteger("load.warmup", 20);
    private static final int RATE = Integer.getInteger("load.rate", 200);
    private static final int SIDECARS = Integer.getInteger("load.sidecars", 50);
    private static final int APPROVERS = 10;
    private static final boolean KILL = !System.getProperty("load.kill", "true").equals("false");

    @TempDir
    private Path directory;

    private final List<SecretToken> sidecars = new ArrayList<>();
    private final List<SecretToken> approvers = new ArrayList<>();

    @Test
    void noReviewIsLostAndNoneIsSpentTwice() throws Exception {
        try (PostgresServer server = LoadPostgres.start()) {
            StorageSettings storage = StorageSettings.of("jdbc:postgresql://" + server.hostAndPort() + "/"
                    + server.createDatabase() + "?user=" + PostgresServer.SUPERUSER);
            Path configuration = configure(storage.url());
            LoadRecord record = new LoadRecord();
            try (LoadReplicas replicas = new LoadReplicas(configuration)) {
                PlaneProcess one = replicas.start();
                PlaneProcess two = replicas.start();
                LoadTargets targets = new LoadTargets(List.of(one.url(), two.url()));
                drive(server, targets, record, () -> {
                    two.kill();
                    LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());
                    return replicas.start();
                });
                checkUsed(one.url(), record);
            }
            record.print(SECONDS);
            assertThat(record.filed()).isPositive();
            assertThat(record.unsettled())
                    .as("reviews that were not decided and used")
                    .isEmpty();
            assertThat(record.spentTwice()).isEmpty();
            Result log = DecisionLogCheck.check(storage, Optional.empty());
            assertThat(log).isInstanceOf(Result.Sound.class);
            assertThat(server.query(
                            storage.url().replaceAll(".*/|\\?.*", ""),
                            "select count(*), count(distinct about) from decision_log where kind = 'review.executed'"))
                    .as("one use of each review is logged")
                    .isEqualTo(List.of(List.of("" + record.filed(), "" + record.filed())));
        }
    }

    /** Starts everybody, has one replica die and come back after a third of the time, and waits for the end of all. */
    private void drive(PostgresServer server, LoadTargets targets, LoadRecord record, Replacement replacement)
            throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (LoadLoop loop = new LoadLoop();
                LoadCpu cpu = LoadCpu.start(server)) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WARM_UP + SECONDS);
            Future<?> load = thread.submit(() -> {
                run(loop, targets, record, end);
                return null;
            });
            pause(load, WARM_UP);
            cpu.lap("while it warms up");
            record.begin("before");
            record.measure();
            pause(load, SECONDS / 3.0);
            cpu.lap("before the kill");
            record.begin("from the kill on");
            if (KILL) {
                targets.replace(1, replacement.replace().url());
                cpu.lap("until it listens again");
                record.begin("when it is back");
            }
            pause(load, (end - System.nanoTime()) / 1e9);
            record.measureNoMoreFilings();
            cpu.lap("to the end");
            load.get();
        } finally {
            thread.shutdownNow();
        }
    }

    /** Waits so long, or until the load fails. */
    private static void pause(Future<?> load, double seconds) throws Exception {
        try {
            load.get((long) (seconds * 1e9), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            // It goes on.
        }
    }

    private void run(LoadLoop loop, LoadTargets targets, LoadRecord record, long end) throws IOException {
        Duration pace = Duration.ofNanos(1_000_000_000L * SIDECARS / RATE);
        List<LoadSidecar> all = new ArrayList<>();
        for (int i = 0; i < SIDECARS; i++) {
            all.add(new LoadSidecar(i, sidecars.get(i), loop, targets, record, pace, end));
        }
        all.forEach(sidecar -> sidecar.start(SIDECARS));
        for (int i = 0; i < APPROVERS; i++) {
            new LoadApprover(i, APPROVERS, approvers.get(i), loop, targets, record).start();
        }
        loop.run(() -> System.nanoTime() - end >= 0 && all.stream().allMatch(LoadSidecar::isDone));
    }

    /** Kills a replica and gives the one that is started instead. */
    @FunctionalInterface
    private interface Replacement {
        PlaneProcess replace() throws Exception;
    }

    /** What was told is so. */
    private void checkUsed(URI plane, LoadRecord record) throws IOException {
        try (LoadConnection connection = new LoadConnection(plane)) {
            for (String id : record.settled()) {
                String token = sidecars.get(record.sidecarOf(id)).value();
                LoadAnswer answer =
                        connection.call("GET", "/api/sidecars/reviews/" + id, "hoop-sidecar-token: " + token, "");
                assertThat(answer.json().path("status").asText()).as(id).isEqualTo("EXECUTED");
            }
        }
    }

    private Path configure(String url) throws Exception {
        StringBuilder text = new StringBuilder("listen: 127.0.0.1:0\ndatabase: {url: \"" + url + "\"}\n")
                .append("approval_rules: [{name: billing-approvers, reviewers_groups: [billing]}]\nusers:\n");
        for (int i = 0; i < APPROVERS; i++) {
            approvers.add(token("approver" + i));
            text.append("  - {email: a" + i + "@example.com, name: A" + i + ", groups: [billing], token_file: "
                    + directory.resolve("approver" + i) + "}\n");
        }
        text.append("sidecars:\n");
        for (int i = 0; i < SIDECARS; i++) {
            sidecars.add(token("sidecar" + i));
            text.append("  - {name: sidecar" + i + ", token_file: " + directory.resolve("sidecar" + i) + "}\n");
        }
        return Files.writeString(directory.resolve("control-plane.yaml"), text);
    }

    private SecretToken token(String name) throws Exception {
        SecretToken token = SecretToken.random();
        token.write(directory.resolve(name));
        return token;
    }
}
