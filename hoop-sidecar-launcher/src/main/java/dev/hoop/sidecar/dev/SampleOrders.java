package dev.hoop.sidecar.dev;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.sidecar.Failure;
import dev.hoop.web.Json;
import dev.hoop.web.Router;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebLimits;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import dev.hoop.web.WebServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A small service with orders, kept in memory: {@code GET /orders}, {@code GET /orders/ID}, {@code PUT /orders/ID} with
 * {@code {"item", "quantity"}}, {@code DELETE /orders/ID}. What the demo protects.
 */
final class SampleOrders implements AutoCloseable {

    private static final int MAX_ORDERS = 10_000;

    private record Order(String item, int quantity) {
        private ObjectNode json(int id) {
            return Json.object().put("id", id).put("item", item).put("quantity", quantity);
        }
    }

    private final SortedMap<Integer, Order> orders = new TreeMap<>();
    private final WebServer server;

    private SampleOrders(InetSocketAddress address) throws IOException {
        orders.put(1, new Order("espresso machine", 1));
        orders.put(2, new Order("cups", 6));
        orders.put(3, new Order("beans, 1 kg", 4));
        Router router = Router.builder()
                .get("/orders", request -> answer(request, this::list))
                .get("/orders/{id}", request -> answer(request, this::show))
                .route("PUT", "/orders/{id}", request -> answer(request, this::put))
                .route("DELETE", "/orders/{id}", request -> answer(request, this::delete))
                .build();
        server = WebServer.start(address, router, WebLimits.defaults());
    }

    /** Serves on a free port of this host, for this host only. */
    static SampleOrders start() {
        try {
            return new SampleOrders(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        } catch (IOException e) {
            throw new Failure("the sample service: " + e.getMessage(), e);
        }
    }

    int port() {
        return server.address().getPort();
    }

    private static CompletionStage<WebResponse> answer(WebRequest request, Function<WebRequest, WebResponse> handler) {
        return CompletableFuture.completedStage(handler.apply(request));
    }

    private synchronized WebResponse list(WebRequest request) {
        ArrayNode all = Json.array();
        orders.forEach((id, order) -> all.add(order.json(id)));
        return Json.response(200, all);
    }

    private synchronized WebResponse show(WebRequest request) {
        int id = id(request);
        Order order = orders.get(id);
        if (order == null) {
            throw new WebFailure(404, "no order " + id);
        }
        return Json.response(200, order.json(id));
    }

    private synchronized WebResponse put(WebRequest request) {
        int id = id(request);
        String item = request.json().path("item").asText("");
        int quantity = request.json().path("quantity").asInt(1);
        if (item.isEmpty() || quantity < 1 || orders.size() >= MAX_ORDERS) {
            throw new WebFailure(400, "an order has an item and a quantity of at least 1");
        }
        boolean replaced = orders.put(id, new Order(item, quantity)) != null;
        return Json.response(replaced ? 200 : 201, orders.get(id).json(id));
    }

    private synchronized WebResponse delete(WebRequest request) {
        int id = id(request);
        Order gone = orders.remove(id);
        if (gone == null) {
            throw new WebFailure(404, "no order " + id);
        }
        return Json.response(200, Json.object().put("deleted", id).put("item", gone.item()));
    }

    private static int id(WebRequest request) {
        String text = request.pathParameter("id");
        if (!text.matches("[1-9][0-9]{0,8}")) {
            throw new WebFailure(404, "orders have numbers");
        }
        return Integer.parseInt(text);
    }

    @Override
    public void close() {
        server.stop(Duration.ofSeconds(1));
    }
}
