package dev.hoop.sidecar.reviews;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hoop.sidecar.Failure;
import dev.hoop.testbase.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is told after a connect, of a plane that ends every stream at once. */
class StreamFollowerTest {

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private HttpServer plane;
    private volatile String list = "";

    @BeforeEach
    void start() throws Exception {
        plane = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        plane.createContext("/api/reviews/stream", exchange -> answer(exchange, "event: ready\ndata: {}\n\n"));
        plane.createContext("/api/reviews", exchange -> {
            heard.add(exchange.getRequestURI().getQuery());
            answer(exchange, list);
        });
        plane.start();
    }

    @AfterEach
    void stop() {
        plane.stop(0);
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Test
    void saysThatMoreWaitThanItTellsOf() throws Exception {
        list = "{\"reviews\":[{\"id\":\"2\"},{\"id\":\"1\"}],\"next_cursor\":\"7\"}";
        Thread following = follow();
        assertThat(next()).isEqualTo("status=PENDING&limit=200");
        assertThat(next()).as("the oldest first").isEqualTo("filed 1");
        assertThat(next()).isEqualTo("filed 2");
        assertThat(next())
                .isEqualTo("Watching reviews. More than 200 wait: the newest 200 are shown here, the others on the"
                        + " plane's page.");
        end(following);
    }

    @Test
    void saysNoMoreWhereItTellsOfAll() throws Exception {
        list = "{\"reviews\":[{\"id\":\"1\"}]}";
        Thread following = follow();
        assertThat(next()).isEqualTo("status=PENDING&limit=200");
        assertThat(next()).isEqualTo("filed 1");
        assertThat(next()).isEqualTo("Watching reviews.");
        assertThat(next()).isEqualTo("lost the control plane; trying again");
        end(following);
    }

    private Thread follow() {
        PeopleApi api = new PeopleApi(
                URI.create("http://127.0.0.1:" + plane.getAddress().getPort()), "a token");
        StreamFollower follower = new StreamFollower(
                api, (event, review) -> heard.add(event + " " + ReviewLines.field(review, "id")), heard::add);
        Thread following = new Thread(
                () -> {
                    try {
                        follower.run();
                    } catch (Failure interrupted) {
                        // The test ends it.
                    }
                },
                "follower");
        following.start();
        return following;
    }

    private String next() throws InterruptedException {
        return String.valueOf(heard.poll(30, TimeUnit.SECONDS));
    }

    /** An interruption while it reads is a stream that broke off, so one may not be enough. */
    private static void end(Thread following) {
        Eventually.await(
                () -> {
                    following.interrupt();
                    return !following.isAlive();
                },
                Eventually.SOON,
                "the follower ends");
    }
}
