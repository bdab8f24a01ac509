package dev.hoop.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.controlplane.DecisionLogCheck.Result;
import dev.hoop.testkit.pg.PostgresServer;
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

    /** What the replicas log. */
    static final Path LOG = Path.of("target", "plane-load.log");

    /** For each replica. */
    static final List<String> JVM =
            List.of(System.getProperty("load.jvm", "-XX:+UseSerialGC -Xmx512m").split(" "));

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
            try (PlaneProcess one = PlaneProcess.start(configuration, JVM, LOG);
                    PlaneProcess two = PlaneProcess.start(configuration, JVM, LOG)) {
                LoadTargets targets = new LoadTargets(List.of(one.url(), two.url()));
                drive(server, targets, record, () -> {
                    two.kill();
                    LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());
                    return PlaneProcess.start(configuration, JVM, LOG);
                });
                record.settled()
                        .forEach(id -> assertThat(statusOf(one.url(), record, id))
                                .as(id)
                                .isEqualTo("EXECUTED"));
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
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WARM_UP + SECONDS);
            List<Future<?>> filing = new ArrayList<>();
            List<Future<?>> deciding = new ArrayList<>();
            Duration pace = Duration.ofNanos(1_000_000_000L * SIDECARS / RATE);
            for (int i = 0; i < SIDECARS; i++) {
                SecretToken token = sidecars.get(i);
                LoadCaller caller = new LoadCaller(targets, record, "hoop-sidecar-token: " + token.value(), i);
                LoadStream stream = new LoadStream(i, token, targets, record);
                deciding.add(threads.submit(stream));
                filing.add(threads.submit(new LoadSidecar(i, caller, stream, record, pace, end)));
            }
            for (int i = 0; i < APPROVERS; i++) {
                deciding.add(threads.submit(new LoadApprover(i, APPROVERS, approvers.get(i), targets, record)));
            }
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(WARM_UP));
            record.measure();
            LoadCpu cpu = LoadCpu.start(server);
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(SECONDS) / 3);
            try (PlaneProcess again = replacement.replace()) {
                targets.replace(1, again.url());
                LockSupport.parkNanos(end - System.nanoTime());
                record.measureNoMoreFilings();
                cpu.close();
                for (Future<?> each : filing) {
                    each.get();
                }
                record.stop();
                for (Future<?> each : deciding) {
                    each.get();
                }
            }
        } finally {
            record.stop();
            threads.shutdownNow();
        }
    }

    /** Kills a replica and gives the one that is started instead. */
    @FunctionalInterface
    private interface Replacement {
        PlaneProcess replace() throws Exception;
    }

    private String statusOf(URI plane, LoadRecord record, String id) {
        try {
            return new PlaneClient(plane)
                    .asSidecar(sidecars.get(record.sidecarOf(id)), "GET", "/api/sidecars/reviews/" + id, "")
                    .json()
                    .path("status")
                    .asText();
        } catch (Exception e) {
            throw new AssertionError(e);
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
