package dev.hoop.sidecar.dev;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.hoop.core.relay.Address;
import dev.hoop.sidecar.Failure;
import dev.hoop.sidecar.command.SidecarProcess;
import dev.hoop.sidecar.reviews.PeopleApi;
import dev.hoop.sidecar.run.ConfigFile;
import dev.hoop.sidecar.run.ShutdownSignal;
import dev.hoop.sidecar.run.SidecarStart;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code hoop warm-up}: one round of what a kind of process does, on free ports and in a directory of its own, so that a JVM
 * that archives its classes at exit has them. A sidecar alone has an archive of its own, since the pages of an archive count
 * as the process's memory.
 */
@Command(name = "warm-up", hidden = true, description = "Loads what is used, for an archive of classes.")
public final class WarmUpCommand implements Callable<Integer> {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(10);

    /** In the style that people write: the audit's file, the socket to listen on, the sample's port. */
    private static final String ALONE = """
            log_level: info
            admin: {listen: "127.0.0.1:0"}
            audit:
              file: "%s"
            guardrails:
              mode: enforce
              rules:
                - name: no-trace
                  type: operation
                  operations: [TRACE]
                  message: no
            listeners:
              - name: orders
                protocol: http
                network: unix
                listen: %s
                upstream: 127.0.0.1:%d
              - name: tcp
                protocol: http
                listen: 127.0.0.1:0
                upstream: 127.0.0.1:1
            """;

    @Option(names = "--kind", description = "sidecar: only what a sidecar alone uses; all: that and the rest.")
    private String kind = "all";

    @Override
    public Integer call() {
        run(kind);
        return 0;
    }

    /** The round of a kind of process. */
    public static void run(String kind) {
        try {
            Path data = Files.createTempDirectory("hoop-warm-up");
            try (SampleOrders orders = SampleOrders.start()) {
                sidecarAlone(data, "-", orders.port());
                sidecarAlone(data, data.resolve("alone.jsonl").toString(), orders.port());
                if (!kind.equals("sidecar")) {
                    both(data, orders.port());
                }
            } finally {
                remove(data);
            }
        } catch (IOException e) {
            throw new Failure("the warm-up failed", e);
        }
    }

    private static void both(Path data, int upstreamPort) {
        SidecarStart start = new SidecarStart(false);
        ShutdownSignal signal = ShutdownSignal.internal();
        String text = SampleConfig.of(data.resolve("audit.jsonl"), new SampleConfig.Lane(0, upstreamPort))
                .json();
        ConfigFile config = ConfigFile.read("warm-up", text, start.reader());
        InetSocketAddress anywhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (DataDirectory directory = DataDirectory.open(data)) {
            new DevProcess(start, config, directory, anywhere).run(signal, running -> walk(running, signal));
        }
    }

    private static void sidecarAlone(Path data, String audit, int upstreamPort) throws IOException {
        Path file = data.resolve("config.yaml");
        Path socket = data.resolve("sidecar.sock");
        Files.writeString(file, ALONE.formatted(audit, socket, upstreamPort));
        ShutdownSignal signal = ShutdownSignal.install();
        Thread client = new Thread(() -> askOnce(socket, signal), "hoop-warm-up");
        client.start();
        SidecarProcess.run(Optional.of(file), Optional.empty(), signal, false);
    }

    /** Without an HTTP client, whose classes a sidecar alone does not use. */
    private static void askOnce(Path socket, ShutdownSignal signal) {
        byte[] request = "GET /orders HTTP/1.1\r\nHost: orders\r\nConnection: close\r\n\r\n".getBytes(US_ASCII);
        try (SocketChannel channel = connect(socket)) {
            channel.write(ByteBuffer.wrap(request));
            ByteBuffer answer = ByteBuffer.allocate(4096);
            while (channel.read(answer) >= 0) {
                answer.clear();
            }
        } catch (IOException e) {
            // An archive with less in it is an archive.
        } finally {
            signal.raise();
        }
    }

    private static SocketChannel connect(Path socket) throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return SocketChannel.open(UnixDomainSocketAddress.of(socket));
            } catch (IOException notYet) {
                if (System.nanoTime() - deadline > 0) {
                    throw notYet;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private static void walk(DevProcess.Running running, ShutdownSignal signal) {
        try {
            Address address = running.listeners().get(0).address();
            send("GET", "http://" + address + "/orders");
            HttpResponse<String> refused = send("DELETE", "http://" + address + "/orders/1");
            String id = refused.headers().firstValue("X-Hoop-Review-Id").orElseThrow();
            send("GET", "http://" + address + "/.well-known/hoop/reviews/" + id);
            PeopleApi people = new PeopleApi(running.planeUrl(), running.reviewerToken());
            people.list(new PeopleApi.Query(Optional.empty(), Optional.empty(), 1));
            people.decide(id, "APPROVED", Optional.empty());
            send("DELETE", "http://" + address + "/orders/1");
            send("GET", running.signIn().toString());
            for (String path : List.of("/readyz", "/stats", "/metrics")) {
                send("GET", running.adminUrl().orElseThrow() + path);
            }
        } catch (IOException e) {
            throw new Failure("the warm-up failed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", e);
        } finally {
            signal.raise();
        }
    }

    private static HttpResponse<String> send(String method, String url) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
