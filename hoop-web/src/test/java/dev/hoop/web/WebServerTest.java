package dev.hoop.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.testbase.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WebServerTest {

    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void routesByPathAndMethod() throws Exception {
        Router router = Router.builder()
                .get("/things/{id}", request -> now("thing " + request.pathParameter("id")))
                .get("/things/all", request -> now("all"))
                .route(
                        "PUT",
                        "/things/{id}",
                        request -> now("put " + request.query("as").orElse("-")))
                .build();
        try (WebServer server = WebServer.start(ANY, router, WebLimits.defaults())) {
            assertThat(get(server, "/things/a%2Fb%20c").body()).isEqualTo("thing a/b c");
            assertThat(get(server, "/things/all").body()).isEqualTo("all");
            assertThat(send(server, "PUT", "/things/1?as=x+y", "").body()).isEqualTo("put x y");
            assertThat(send(server, "PUT", "/things/1?as=x&as=y", "").statusCode())
                    .isEqualTo(400);

            HttpResponse<String> wrong = send(server, "DELETE", "/things/1", "");
            assertThat(wrong.statusCode()).isEqualTo(405);
            assertThat(wrong.headers().firstValue("allow")).hasValue("GET, HEAD, PUT");

            HttpResponse<String> missing = get(server, "/things/");
            assertThat(missing.statusCode()).isEqualTo(404);
            assertThat(missing.headers().firstValue("content-type")).hasValue("text/plain; charset=utf-8");
            assertThat(get(server, "/things").statusCode()).isEqualTo(404);
            assertThat(get(server, "//things/1").statusCode()).isEqualTo(404);

            HttpResponse<String> head = send(server, "HEAD", "/things/1", "");
            assertThat(head.statusCode()).isEqualTo(200);
            assertThat(head.headers().firstValue("content-length")).hasValue("7");
            assertThat(head.body()).isEmpty();
        }
    }

    @Test
    void aRouteForAnyMethodTakesWhatNoOtherTakes() throws Exception {
        Router router = Router.builder()
                .any("/all", request -> now("any " + request.method()))
                .route("PUT", "/all", request -> now("put"))
                .build();
        try (WebServer server = WebServer.start(ANY, router, WebLimits.defaults())) {
            assertThat(send(server, "POST", "/all", "").body()).isEqualTo("any POST");
            assertThat(send(server, "MADE-UP", "/all", "").body()).isEqualTo("any MADE-UP");
            assertThat(send(server, "PUT", "/all", "").body()).isEqualTo("put");
            assertThat(send(server, "HEAD", "/all", "").statusCode()).isEqualTo(200);
            assertThat(get(server, "/other").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void aRouterRefusesRoutesThatCannotBothBeMeant() {
        Router.Builder builder = Router.builder().get("/a/{x}", request -> now(""));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.get("/a/{x}", request -> now("")));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.get("/a/{y}", request -> now("")));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.get("a", request -> now("")));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.get("/a/b{x}", request -> now("")));
    }

    @Test
    void handlersFailuresBecomeAnswers() throws Exception {
        Router router = Router.builder()
                .get("/typed", request -> {
                    throw new WebFailure(409, "not twice");
                })
                .get("/later", request -> CompletableFuture.failedFuture(new WebFailure(422, "no such rule")))
                .blocking("GET", "/blocking", request -> {
                    throw new WebFailure(403, "not you");
                })
                .blocking("GET", "/broken", request -> {
                    throw new IllegalStateException("with a secret inside");
                })
                .get("/never", request -> new CompletableFuture<>())
                .build();
        try (WebServer server = WebServer.start(ANY, router, WebLimits.defaults())) {
            assertThat(get(server, "/typed").body()).isEqualTo("{\"message\":\"not twice\"}");
            assertThat(get(server, "/typed").headers().firstValue("content-type"))
                    .hasValue("application/json");
            assertThat(get(server, "/later").statusCode()).isEqualTo(422);
            assertThat(get(server, "/blocking").statusCode()).isEqualTo(403);
            HttpResponse<String> broken = get(server, "/broken");
            assertThat(broken.statusCode()).isEqualTo(500);
            assertThat(broken.body()).doesNotContain("secret");
        }
        WebLimits impatient = WebLimits.defaults().withAnswerTimeout(Duration.ofMillis(50));
        try (WebServer server = WebServer.start(ANY, router, impatient)) {
            assertThat(get(server, "/never").statusCode()).isEqualTo(503);
        }
    }

    @Test
    void jsonIsReadStrictly() throws Exception {
        Router router = Router.builder()
                .route(
                        "POST",
                        "/echo",
                        request -> CompletableFuture.completedFuture(Json.response(200, request.json())))
                .build();
        try (WebServer server = WebServer.start(ANY, router, WebLimits.defaults())) {
            assertThat(send(server, "POST", "/echo", "{\"a\": [1, \"é\"]}").body())
                    .isEqualTo("{\"a\":[1,\"é\"]}");
            for (String wrong :
                    List.of("", "{", "{} {}", "{\"a\":1,\"a\":2}", "[".repeat(100) + "]".repeat(100), "{a:1}", "NaN")) {
                assertThat(send(server, "POST", "/echo", wrong).statusCode())
                        .as(wrong)
                        .isEqualTo(400);
            }
            HttpRequest form = request(server, "/echo")
                    .header("content-type", "text/plain")
                    .POST(BodyPublishers.ofString("{}"))
                    .build();
            assertThat(client.send(form, BodyHandlers.ofString()).statusCode()).isEqualTo(415);
        }
    }

    @Test
    void formsAndCookiesAreReadStrictly() throws Exception {
        Router router = Router.builder()
                .route(
                        "POST",
                        "/form",
                        request -> now(request.form("reason").orElse("-") + "|"
                                + Cookies.read(request, "session").orElse("-")))
                .build();
        try (WebServer server = WebServer.start(ANY, router, WebLimits.defaults())) {
            assertThat(form(server, "reason=a+%C3%A9%0D%0Ab", "x=1; session=abc")
                            .body())
                    .isEqualTo("a é\r\nb|abc");
            assertThat(form(server, "", "session=a; session=b").body()).isEqualTo("-|-");
            assertThat(form(server, "reason=1&reason=2", "").statusCode()).isEqualTo(400);
            assertThat(form(server, "reason=%", "").statusCode()).isEqualTo(400);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Cookies.set("session", "a; Domain=b", Duration.ofHours(1), true));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WebResponse.empty(303).with("location", "/\r\nset-cookie: a=b"));
    }

    @Test
    void aFullPoolRefusesAtOnceInsteadOfQueueing() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Router router = Router.builder()
                .blocking("GET", "/slow", request -> {
                    busy.countDown();
                    try {
                        go.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return WebResponse.text(200, "done");
                })
                .get("/quick", request -> now("quick"))
                .build();
        try (WebServer server =
                WebServer.start(ANY, router, WebLimits.defaults().withWorkers(1, 1))) {
            CompletableFuture<HttpResponse<String>> first = later(server, "/slow");
            busy.await();
            // One waits in the queue, so of two more exactly one is refused, and at once.
            CompletableFuture<HttpResponse<String>> second = later(server, "/slow");
            CompletableFuture<HttpResponse<String>> third = later(server, "/slow");
            Object refused = CompletableFuture.anyOf(second, third).join();
            assertThat(((HttpResponse<?>) refused).statusCode()).isEqualTo(503);
            assertThat(get(server, "/quick").body()).isEqualTo("quick");
            go.countDown();
            assertThat(first.join().statusCode()).isEqualTo(200);
            assertThat(second.join().statusCode() + third.join().statusCode()).isEqualTo(703);
        }
    }

    @Test
    void tooManyConnectionsAreToldSo() throws Exception {
        Router router = Router.builder().get("/ok", request -> now("ok")).build();
        try (WebServer server =
                        WebServer.start(ANY, router, WebLimits.defaults().withMaxConnections(1));
                RawClient first = new RawClient(server.address())) {
            first.send("GET /ok HTTP/1.1\r\nHost: a\r\n\r\n").readUntil("\r\n\r\nok");
            try (RawClient second = new RawClient(server.address())) {
                assertThat(second.readToEnd()).startsWith("HTTP/1.1 503 ");
            }
            first.send("GET /ok HTTP/1.1\r\nHost: a\r\n\r\n").readUntil("\r\n\r\nok");
        }
    }

    @Test
    void largeBodiesThatDoNotEndTakeNoMoreThanTheirShareOfTheMemory() throws Exception {
        Router router =
                Router.builder().route("PUT", "/", request -> now("taken")).build();
        WebLimits limits = WebLimits.defaults().withMaxBodyBytes(100 * 1024);
        String large = "x".repeat(100 * 1024);
        List<RawClient> senders = new ArrayList<>();
        try (WebServer server = WebServer.start(ANY, router, limits)) {
            assertThat(send(server, "PUT", "/", large).statusCode()).isEqualTo(200);
            // Of those that send at the same moment, each may be refused for the others: so one more each time.
            Eventually.await(
                    () -> {
                        senders.add(unfinished(server, large));
                        return put(server, large) == 503;
                    },
                    Eventually.SOON,
                    "no room is left");
            assertThat(put(server, "small")).isEqualTo(200);
            for (RawClient sender : senders) {
                sender.close();
            }
            Eventually.await(() -> put(server, large) == 200, Eventually.SOON, "there is room again");
        } finally {
            for (RawClient sender : senders) {
                sender.close();
            }
        }
    }

    private static RawClient unfinished(WebServer server, String body) {
        try {
            RawClient sender = new RawClient(server.address());
            return sender.send(
                    "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: " + body.length() + "\r\n\r\n" + body.substring(1));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private int put(WebServer server, String body) {
        try {
            return send(server, "PUT", "/", body).statusCode();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void stoppingLetsTheAnswerUnderWayFinish() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        CompletableFuture<WebResponse> answer = new CompletableFuture<>();
        Router router = Router.builder()
                .get("/slow", request -> {
                    busy.countDown();
                    return answer;
                })
                .get("/ok", request -> now("ok"))
                .build();
        WebServer server = WebServer.start(ANY, router, WebLimits.defaults());
        try (RawClient idle = new RawClient(server.address());
                RawClient waiting = new RawClient(server.address())) {
            idle.send("GET /ok HTTP/1.1\r\nHost: a\r\n\r\n").readUntil("\r\n\r\nok");
            waiting.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
            busy.await();
            Thread stopper = new Thread(() -> server.stop(Duration.ofSeconds(20)));
            stopper.start();
            assertThat(idle.readToEnd()).isEmpty();
            answer.complete(WebResponse.text(200, "finished"));
            assertThat(waiting.readToEnd()).contains("connection: close").endsWith("finished");
            stopper.join();
            assertThatThrownBy(() -> new RawClient(server.address())).isInstanceOf(IOException.class);
        } finally {
            server.close();
        }
    }

    @Test
    void anAddressInUseIsNamed() throws Exception {
        Router router = Router.builder().build();
        try (WebServer server = WebServer.start(ANY, router, WebLimits.defaults())) {
            InetSocketAddress taken = server.address();
            assertThatThrownBy(() -> WebServer.start(taken, router, WebLimits.defaults()))
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                            "cannot listen on " + taken.getHostString() + ":" + taken.getPort()
                                    + ": the address is in use; stop what listens there, or choose another port (0 takes a free one)");
        }
        // Documentation's own, which no host has.
        InetSocketAddress elsewhere = new InetSocketAddress("203.0.113.5", 0);
        assertThatThrownBy(() -> WebServer.start(elsewhere, router, WebLimits.defaults()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("this host does not have that address; use one of its own");
    }

    @Test
    void staticFilesAndPagesCarryTheirHeaders() throws Exception {
        Router router = Router.builder()
                .get("/test.css", StaticFile.load(WebServerTest.class, "test.css", "text/css; charset=utf-8"))
                .get("/page", request -> CompletableFuture.completedFuture(WebResponse.page(200, "<p>é</p>")))
                .build();
        try (WebServer server = WebServer.start(ANY, router, WebLimits.defaults())) {
            HttpResponse<String> css = get(server, "/test.css");
            assertThat(css.body()).contains("color: black");
            String tag = css.headers().firstValue("etag").orElseThrow();
            HttpRequest again =
                    request(server, "/test.css").header("if-none-match", tag).build();
            assertThat(client.send(again, BodyHandlers.ofString()).statusCode()).isEqualTo(304);

            for (HttpResponse<String> noPage :
                    List.of(css, get(server, "/nowhere"), send(server, "POST", "/page", ""))) {
                assertThat(noPage.headers().allValues("content-security-policy"))
                        .containsExactly("default-src 'none'; frame-ancestors 'none'");
                assertThat(noPage.headers().firstValue("x-content-type-options"))
                        .hasValue("nosniff");
            }

            HttpResponse<String> page = get(server, "/page");
            assertThat(page.body()).isEqualTo("<p>é</p>");
            assertThat(page.headers().firstValue("content-security-policy"))
                    .hasValue(PageHeaders.CONTENT_SECURITY_POLICY);
            assertThat(page.headers().firstValue("x-content-type-options")).hasValue("nosniff");
            assertThat(page.headers().allValues("content-security-policy")).hasSize(1);
            assertThat(page.headers().firstValue("x-frame-options")).hasValue("DENY");
        }
    }

    @Test
    void whatEveryAnswerCarriesIsOnRefusalsToo() throws Exception {
        Router router = Router.builder()
                .get("/text", request -> now("text"))
                .get("/events", request -> CompletableFuture.completedFuture(WebResponse.events(EventStream::end)))
                .always("x-always", "yes")
                .build();
        try (WebServer server = WebServer.start(ANY, router, WebLimits.defaults())) {
            for (String path : List.of("/text", "/events", "/nowhere")) {
                assertThat(get(server, path).headers().allValues("x-always"))
                        .as(path)
                        .containsExactly("yes");
            }
            try (RawClient raw = new RawClient(server.address())) {
                assertThat(raw.send("GET /text HTTP/1.1\r\n\r\n").readUntil("\r\n\r\n"))
                        .as("without a host")
                        .startsWith("HTTP/1.1 400 ")
                        .contains("x-always: yes");
            }
        }
    }

    private static CompletableFuture<WebResponse> now(String text) {
        return CompletableFuture.completedFuture(WebResponse.text(200, text));
    }

    private static HttpRequest.Builder request(WebServer server, String path) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.address().getPort() + path))
                .timeout(Duration.ofSeconds(30));
    }

    private HttpResponse<String> get(WebServer server, String path) throws Exception {
        return send(server, "GET", path, "");
    }

    private HttpResponse<String> send(WebServer server, String method, String path, String body) throws Exception {
        return client.send(
                request(server, path)
                        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> form(WebServer server, String body, String cookie) throws Exception {
        return client.send(
                request(server, "/form")
                        .header("content-type", "application/x-www-form-urlencoded")
                        .header("cookie", cookie)
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private CompletableFuture<HttpResponse<String>> later(WebServer server, String path) {
        return client.sendAsync(request(server, path).build(), BodyHandlers.ofString());
    }
}
