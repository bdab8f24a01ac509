package dev.hoop.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EventStreamTest {

    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final String SUBSCRIBE = "GET /events HTTP/1.1\r\nHost: a\r\n\r\n";

    private final BlockingQueue<EventStream> opened = new LinkedBlockingQueue<>();
    private final Router router = Router.builder()
            .get(
                    "/events",
                    request -> CompletableFuture.completedFuture(WebResponse.events(stream -> {
                        stream.send("ready", "");
                        opened.add(stream);
                    })))
            .get("/events/{owner}", request -> {
                String owner = request.pathParameter("owner");
                StreamOwner two = new StreamOwner(owner, 2, "too many: close one of " + owner + "'s");
                return CompletableFuture.completedFuture(WebResponse.events(two, stream -> {
                    stream.send("ready", "");
                    opened.add(stream);
                }));
            })
            .build();

    @Test
    void eventsArriveInOrderWithHeartbeatsBetween() throws Exception {
        WebLimits limits = WebLimits.defaults().withEventStreams(8, 64 * 1024, Duration.ofMillis(20));
        try (WebServer server = WebServer.start(ANY, router, limits);
                RawClient client = new RawClient(server.address())) {
            assertThat(client.send(SUBSCRIBE).readUntil("event: ready\ndata: \n\n"))
                    .contains("content-type: text/event-stream")
                    .contains("transfer-encoding: chunked");
            EventStream stream = next();
            stream.send("decided", "{\"id\":\"1\"}\nsecond line\r\nthird");
            client.readUntil("event: decided\ndata: {\"id\":\"1\"}\ndata: second line\ndata: third\n\n");
            client.readUntil(": keep-alive\n\n");
            assertThatIllegalArgumentException().isThrownBy(() -> stream.send("a\ndata: x", ""));
            stream.end();
            assertThat(client.readToEnd()).endsWith("0\r\n\r\n");
            assertThat(stream.isOpen()).isFalse();
        }
    }

    @Test
    void aReaderThatDoesNotReadIsDropped() throws Exception {
        WebLimits limits = WebLimits.defaults().withEventStreams(8, 64 * 1024, Duration.ofSeconds(30));
        try (WebServer server = WebServer.start(ANY, router, limits);
                RawClient client = new RawClient(server.address())) {
            client.send(SUBSCRIBE).readUntil("event: ready");
            EventStream stream = next();
            CountDownLatch closed = new CountDownLatch(1);
            stream.onClose(closed::countDown);
            String data = "x".repeat(1000);
            // The kernel's buffers take some megabytes; far less than this.
            for (int i = 0; i < 100_000 && stream.isOpen(); i++) {
                stream.send("decided", data);
            }
            assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(stream.isOpen()).isFalse();
        }
    }

    @Test
    void aClientThatLeavesIsNoticed() throws Exception {
        try (WebServer server = WebServer.start(ANY, router, WebLimits.defaults())) {
            CountDownLatch closed = new CountDownLatch(1);
            try (RawClient client = new RawClient(server.address())) {
                client.send(SUBSCRIBE).readUntil("event: ready");
                next().onClose(closed::countDown);
            }
            assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void oneStreamTooManyIsRefusedAndAPlaceIsGivenBack() throws Exception {
        WebLimits limits = WebLimits.defaults().withEventStreams(1, 64 * 1024, Duration.ofSeconds(30));
        try (WebServer server = WebServer.start(ANY, router, limits)) {
            CountDownLatch closed = new CountDownLatch(1);
            try (RawClient first = new RawClient(server.address());
                    RawClient second = new RawClient(server.address())) {
                first.send(SUBSCRIBE).readUntil("event: ready");
                next().onClose(closed::countDown);
                assertThat(second.send(SUBSCRIBE).readUntil("}")).startsWith("HTTP/1.1 503 ");
            }
            assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
            try (RawClient third = new RawClient(server.address())) {
                third.send(SUBSCRIBE).readUntil("event: ready");
            }
        }
    }

    @Test
    void anOwnerHasTheirShareAndNoMoreUntilAStreamOfTheirsEnds() throws Exception {
        try (WebServer server = WebServer.start(ANY, router, WebLimits.defaults())) {
            CountDownLatch closed = new CountDownLatch(1);
            try (RawClient first = new RawClient(server.address());
                    RawClient second = new RawClient(server.address());
                    RawClient third = new RawClient(server.address());
                    RawClient others = new RawClient(server.address())) {
                first.send(subscribe("ana")).readUntil("event: ready");
                next().onClose(closed::countDown);
                second.send(subscribe("ana")).readUntil("event: ready");
                assertThat(third.send("HEAD /events/ana HTTP/1.1\r\nHost: a\r\n\r\n")
                                .readUntil("\r\n\r\n"))
                        .as("a head takes no place")
                        .startsWith("HTTP/1.1 200 ");
                for (int i = 0; i < 3; i++) {
                    assertThat(third.send(subscribe("ana")).readUntil("}"))
                            .startsWith("HTTP/1.1 429 ")
                            .contains("retry-after: 30")
                            .contains("close one of ana's");
                }
                others.send(subscribe("bo")).readUntil("event: ready");
                first.close();
                assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
                third.send(subscribe("ana")).readUntil("event: ready");
            }
        }
    }

    private static String subscribe(String owner) {
        return "GET /events/" + owner + " HTTP/1.1\r\nHost: a\r\n\r\n";
    }

    @Test
    void stoppingEndsStreamsCleanly() throws Exception {
        WebServer server = WebServer.start(ANY, router, WebLimits.defaults());
        try (RawClient client = new RawClient(server.address())) {
            client.send(SUBSCRIBE).readUntil("event: ready");
            Thread stopper = new Thread(server::close);
            stopper.start();
            assertThat(client.readToEnd()).endsWith("0\r\n\r\n");
            stopper.join();
        } finally {
            server.close();
        }
    }

    private EventStream next() throws InterruptedException {
        EventStream stream = opened.poll(30, TimeUnit.SECONDS);
        if (stream == null) {
            throw new AssertionError("no stream was opened");
        }
        return stream;
    }
}
