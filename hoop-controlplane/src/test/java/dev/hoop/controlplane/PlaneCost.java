package dev.hoop.controlplane;

import dev.hoop.testkit.pg.PostgresServer;
import dev.hoop.web.Json;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What one call of each kind costs: processor time of a warm replica, of PostgreSQL and of the caller. Not part of a build:
 * {@code ./mvnw -Pplane-load -Dload.class=PlaneCost -pl hoop-controlplane -am test}, with {@code -Dcost.rounds} and
 * {@code -Dcost.reviews}.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PlaneCost {

    private static final int ROUNDS = Integer.getInteger("cost.rounds", 8);
    private static final int REVIEWS = Integer.getInteger("cost.reviews", 1000);
    private static final int CALLERS = Integer.getInteger("cost.callers", 4);
    private static final int SIDECARS = 50;

    /** Waits between the rounds, so that the compilers are done when one is measured. */
    private static final Duration PAUSE = Duration.ofMillis(500);

    @TempDir
    private Path directory;

    private final List<SecretToken> sidecars = new ArrayList<>();
    private final SecretToken approver = SecretToken.random();
    private final AtomicInteger statements = new AtomicInteger();

    /** A review that is on its way. */
    private record Filed(String id, int sidecar) {}

    /** One call, the n-th of its kind in the round. */
    private interface Call {
        LoadAnswer make(LoadConnection plane, int n) throws Exception;
    }

    @Test
    void everyKindOfCall() throws Exception {
        try (PostgresServer server = LoadPostgres.start()) {
            Path configuration = configure("jdbc:postgresql://" + server.hostAndPort() + "/" + server.createDatabase()
                    + "?user=" + PostgresServer.SUPERUSER);
            try (LoadReplicas replicas = new LoadReplicas(configuration)) {
                PlaneProcess plane = replicas.start();
                for (int round = 1; round <= ROUNDS; round++) {
                    round(plane, server, round);
                    TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
                }
            }
        }
    }

    private void round(PlaneProcess plane, PostgresServer server, int round) throws Exception {
        ConcurrentLinkedQueue<Filed> filed = new ConcurrentLinkedQueue<>();
        String person = "authorization: Bearer " + approver.value();
        System.out.printf(Locale.ROOT, "round %d%n", round);
        measure(plane, server, "file", REVIEWS, (to, n) -> {
            int sidecar = n % SIDECARS;
            String statement = "UPDATE invoices SET paid = true WHERE id = " + statements.incrementAndGet();
            LoadAnswer answer = to.call(
                    "POST",
                    "/api/sidecars/reviews",
                    asSidecar(sidecar),
                    Json.write(PlaneClient.filing("billing-api", "billing-approvers", statement)));
            filed.add(new Filed(answer.id(), sidecar));
            return answer;
        });
        List<Filed> all = List.copyOf(filed);
        measure(plane, server, "status", 4 * REVIEWS, (to, n) -> {
            Filed one = all.get(n % all.size());
            return to.call("GET", "/api/sidecars/reviews/" + one.id(), asSidecar(one.sidecar()), "");
        });
        measure(
                plane,
                server,
                "list of 50",
                REVIEWS / 10,
                (to, n) -> to.call("GET", "/api/reviews?status=PENDING&limit=50", person, ""));
        measure(
                plane,
                server,
                "decide",
                REVIEWS,
                (to, n) -> to.call("PUT", "/api/reviews/" + all.get(n).id(), person, "{\"status\":\"APPROVED\"}"));
        measure(
                plane,
                server,
                "claim",
                REVIEWS,
                (to, n) -> to.call(
                        "POST",
                        "/api/sidecars/reviews/" + all.get(n).id() + "/claim",
                        asSidecar(all.get(n).sidecar()),
                        ""));
    }

    private String asSidecar(int sidecar) {
        return "hoop-sidecar-token: " + sidecars.get(sidecar).value();
    }

    private void measure(PlaneProcess plane, PostgresServer server, String what, int times, Call call)
            throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
        AtomicInteger next = new AtomicInteger();
        LoadCpu cpu = LoadCpu.start(server);
        try {
            List<Future<?>> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                callers.add(threads.submit(() -> {
                    drive(plane.url(), next, times, call);
                    return null;
                }));
            }
            for (Future<?> each : callers) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        LoadCpu.Used used = cpu.stop();
        System.out.printf(
                Locale.ROOT,
                "  %-10s %6.0f calls a second; a call takes of the replica %5.0f us, of PostgreSQL %5.0f us, of the"
                        + " caller %5.0f us%n",
                what,
                times / used.seconds(),
                used.replicas() * 1e6 / times,
                used.postgres() * 1e6 / times,
                used.load() * 1e6 / times);
    }

    private static void drive(URI plane, AtomicInteger next, int times, Call call) throws Exception {
        try (LoadConnection connection = new LoadConnection(plane)) {
            for (int n = next.getAndIncrement(); n < times; n = next.getAndIncrement()) {
                LoadAnswer answer = call.make(connection, n);
                if (answer.status() / 100 != 2) {
                    throw new AssertionError("answered " + answer.status() + ": " + answer.json());
                }
            }
        }
    }

    private Path configure(String url) throws Exception {
        approver.write(directory.resolve("approver"));
        StringBuilder text = new StringBuilder("listen: 127.0.0.1:0\ndatabase: {url: \"" + url + "\"}\n")
                .append("approval_rules: [{name: billing-approvers, reviewers_groups: [billing]}]\n")
                .append("limits: {pending_per_sidecar: 100000, pending_per_requester: 100000,"
                        + " filings_per_minute_per_sidecar: 100000, filings_per_minute_per_requester: 100000}\n")
                .append("users: [{email: ana@example.com, name: Ana, groups: [billing], token_file: "
                        + directory.resolve("approver") + "}]\nsidecars:\n");
        for (int i = 0; i < SIDECARS; i++) {
            SecretToken token = SecretToken.random();
            token.write(directory.resolve("sidecar" + i));
            sidecars.add(token);
            text.append("  - {name: sidecar" + i + ", token_file: " + directory.resolve("sidecar" + i) + "}\n");
        }
        return Files.writeString(directory.resolve("control-plane.yaml"), text);
    }
}
