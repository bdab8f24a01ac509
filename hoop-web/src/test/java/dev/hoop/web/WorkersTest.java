package dev.hoop.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkersTest {

    private static final WebLimits LIMITS =
            WebLimits.defaults().withWorkers(1, 8).withAnswerTimeout(Duration.ofSeconds(4));

    private final AtomicLong nanoTime = new AtomicLong();
    private final Workers workers = new Workers(LIMITS, nanoTime::get);
    private final CountDownLatch go = new CountDownLatch(1);
    private final List<String> done = new CopyOnWriteArrayList<>();

    @AfterEach
    void end() {
        go.countDown();
        workers.stop(Duration.ofSeconds(5));
    }

    @Test
    void whatWaitedTooLongIsNotDoneForNobody() {
        CompletableFuture<WebResponse> first = run("first");
        CompletableFuture<WebResponse> second = run("second");
        nanoTime.addAndGet(LIMITS.longestWait().toNanos() + 1);
        CompletableFuture<WebResponse> third = run("third");
        nanoTime.addAndGet(LIMITS.longestWait().toNanos());
        go.countDown();

        assertThat(first.join().status()).isEqualTo(200);
        assertThatThrownBy(second::join)
                .cause()
                .isInstanceOfSatisfying(
                        WebFailure.class,
                        failure -> assertThat(failure.status()).isEqualTo(503));
        assertThat(third.join().status()).isEqualTo(200);
        assertThat(done).containsExactly("first", "third");
    }

    private CompletableFuture<WebResponse> run(String what) {
        CountDownLatch begun = new CountDownLatch(1);
        WebRequest request = new WebRequest(
                "GET",
                RequestTarget.parse("/" + what, Optional.of("peer")),
                Map.of(),
                Map.of(),
                new byte[0],
                InetSocketAddress.createUnresolved("peer", 1));
        CompletableFuture<WebResponse> answer = workers.run(
                        asked -> {
                            done.add(what);
                            begun.countDown();
                            await(go);
                            return WebResponse.text(200, "done");
                        },
                        request)
                .toCompletableFuture();
        if (what.equals("first")) {
            // It has the only worker before the time goes on.
            await(begun);
        }
        return answer;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
