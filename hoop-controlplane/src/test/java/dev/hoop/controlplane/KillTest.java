package dev.hoop.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.controlplane.PlaneClient.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A plane that is killed at any moment keeps what it told, and spends no approval twice. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@ParameterizedClass
@EnumSource(StorageKind.class)
class KillTest {

    private static final int WORKERS = 6;

    private final SecretToken ana = SecretToken.random();
    private final SecretToken payments = SecretToken.random();

    @Parameter
    private StorageKind storage = StorageKind.SQLITE;

    @TempDir
    private Path directory;

    private Path configuration = Path.of("");

    @BeforeEach
    void configure() throws IOException {
        configuration = PlaneFiles.write(directory, storage.at(directory).url(), ana, payments);
    }

    @Test
    void killedBetweenApprovalAndClaimAndAfterTheClaim() throws Exception {
        String id;
        try (PlaneProcess process = PlaneProcess.start(configuration)) {
            PlaneClient client = new PlaneClient(process.url());
            id = client.file(payments, "DROP TABLE invoices").id();
            assertThat(client.approve(ana, id).status()).isEqualTo(200);
            process.kill();
        }
        try (PlaneProcess process = PlaneProcess.start(configuration)) {
            PlaneClient client = new PlaneClient(process.url());
            Answer claimed = client.claim(payments, id);
            assertThat(claimed.forward()).isTrue();
            assertThat(claimed.json().at("/review/decided_by").asText()).isEqualTo("Ana");
            process.kill();
        }
        try (PlaneProcess process = PlaneProcess.start(configuration)) {
            PlaneClient client = new PlaneClient(process.url());
            Answer again = client.claim(payments, id);
            assertThat(again.forward()).isFalse();
            assertThat(again.reviewStatus()).isEqualTo("EXECUTED");
            Answer resent = client.file(payments, "DROP TABLE invoices");
            assertThat(resent.status()).isEqualTo(201);
            assertThat(resent.forward()).isFalse();
        }
    }

    /** What is to be told is on disk with the change; whoever starts next tells it. */
    @Test
    void killedBetweenAChangeAndItsNotification() throws Exception {
        int port;
        try (HookServer nobody = new HookServer()) {
            port = nobody.port();
        }
        Path file = withWebhook(port);
        String id;
        try (PlaneProcess process = PlaneProcess.start(file)) {
            PlaneClient client = new PlaneClient(process.url());
            id = client.file(payments, "DROP TABLE invoices").id();
            assertThat(client.approve(ana, id).status()).isEqualTo(200);
            process.kill();
        }
        try (HookServer hooks = new HookServer(port);
                PlaneProcess process = PlaneProcess.start(file)) {
            Set<String> events = Set.of(hooks.take().told(), hooks.take().told());
            assertThat(events).containsExactlyInAnyOrder("filed " + id, "decided " + id);
            assertThat(new PlaneClient(process.url()).claim(payments, id).forward())
                    .isTrue();
            assertThat(hooks.take().told()).isEqualTo("executed " + id);
        }
    }

    private Path withWebhook(int port) throws IOException {
        Path secret = directory.resolve("hook.key");
        SecretToken.random().write(secret);
        Files.writeString(configuration, """
                notify:
                  webhooks: [{url: "http://127.0.0.1:%d/", secret_file: %s}]
                """.formatted(port, secret), StandardOpenOption.APPEND);
        return configuration;
    }

    @Test
    void killedAtRandomMomentsUnderLoad() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Told told = new Told();
        for (int round = 0; round < 3; round++) {
            try (PlaneProcess process = PlaneProcess.start(configuration)) {
                told.check(new PlaneClient(process.url()), payments);
                workUntilKilled(process, told, 40 + random.nextInt(160));
            }
        }
        try (PlaneProcess process = PlaneProcess.start(configuration)) {
            PlaneClient client = new PlaneClient(process.url());
            told.check(client, payments);
            told.spendTheRest(client, payments);
        }
        assertThat(told.forwards.values()).as("seed %s", seed).allMatch(times -> times.get() <= 1);
        assertThat(told.filed).hasSizeGreaterThan(20);
        assertThat(told.spent).isNotEmpty();
    }

    private void workUntilKilled(PlaneProcess process, Told told, int answers) throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
        Semaphore answered = new Semaphore(0);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < WORKERS; i++) {
                running.add(workers.submit(() -> work(new PlaneClient(process.url()), told, answered)));
            }
            // The moment is random because what the workers are at by then is.
            answered.acquire(answers);
            process.kill();
            for (Future<?> worker : running) {
                worker.get();
            }
        } finally {
            workers.shutdownNow();
        }
    }

    /** Each loop files, approves and claims twice, until the plane is gone. */
    private void work(PlaneClient client, Told told, Semaphore answered) {
        try {
            while (true) {
                String statement = "statement " + told.next.incrementAndGet();
                String id = client.file(payments, statement).id();
                told.filed.put(id, statement);
                answered.release();
                if (client.approve(ana, id).status() == 200) {
                    told.approved.add(id);
                }
                answered.release();
                for (int i = 0; i < 2; i++) {
                    if (client.claim(payments, id).forward()) {
                        told.forwarded(id);
                    }
                    answered.release();
                }
            }
        } catch (IOException e) {
            // Killed: what was asked last may have happened or not, and nothing was told.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What planes have told so far, and must stand by. */
    private static final class Told {

        private final AtomicInteger next = new AtomicInteger();
        private final Map<String, String> filed = new ConcurrentHashMap<>();
        private final Set<String> approved = ConcurrentHashMap.newKeySet();
        private final Set<String> spent = ConcurrentHashMap.newKeySet();
        private final Map<String, AtomicInteger> forwards = new ConcurrentHashMap<>();

        void forwarded(String id) {
            spent.add(id);
            forwards.computeIfAbsent(id, absent -> new AtomicInteger()).incrementAndGet();
        }

        void check(PlaneClient client, SecretToken sidecar) throws Exception {
            for (String id : filed.keySet()) {
                Answer answer = client.asSidecar(sidecar, "GET", "/api/sidecars/reviews/" + id, "");
                assertThat(answer.status()).isEqualTo(200);
                String status = answer.json().path("status").asText();
                if (spent.contains(id)) {
                    assertThat(status).isEqualTo("EXECUTED");
                } else if (approved.contains(id)) {
                    assertThat(status).isIn("APPROVED", "EXECUTED");
                } else {
                    // The approval, or even the claim behind it, may have been done without being told.
                    assertThat(status).isIn("PENDING", "APPROVED", "EXECUTED");
                }
            }
        }

        void spendTheRest(PlaneClient client, SecretToken sidecar) throws Exception {
            for (Map.Entry<String, String> review : filed.entrySet()) {
                if (client.claim(sidecar, review.getKey()).forward()) {
                    forwarded(review.getKey());
                }
                assertThat(client.claim(sidecar, review.getKey()).forward()).isFalse();
            }
        }
    }
}
