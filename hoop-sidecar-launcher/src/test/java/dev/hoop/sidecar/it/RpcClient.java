package dev.hoop.sidecar.it;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A real gRPC client whose messages are texts. */
final class RpcClient implements AutoCloseable {

    private final ManagedChannel channel;

    RpcClient(String hostAndPort) {
        channel = NettyChannelBuilder.forTarget(hostAndPort)
                .usePlaintext()
                .maxInboundMessageSize(64 * 1024 * 1024)
                .build();
    }

    /** Begins a call. */
    Running begin(String method) {
        return new Running(channel.newCall(RpcServer.method(method), CallOptions.DEFAULT));
    }

    /** How a call with one message ended. */
    Status unary(String method, String message) {
        return begin(method).send(message).halfClose().end();
    }

    @Override
    public void close() {
        channel.shutdownNow();
        try {
            channel.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A call in flight. */
    static final class Running extends ClientCall.Listener<byte[]> {

        private final ClientCall<byte[], byte[]> call;
        private final CompletableFuture<Status> end = new CompletableFuture<>();
        private final List<String> messages = new CopyOnWriteArrayList<>();
        private volatile Metadata trailers = new Metadata();

        private Running(ClientCall<byte[], byte[]> call) {
            this.call = call;
            call.start(this, new Metadata());
            call.request(1_000);
        }

        Running send(String message) {
            call.sendMessage(message.getBytes(StandardCharsets.UTF_8));
            return this;
        }

        Running halfClose() {
            call.halfClose();
            return this;
        }

        List<String> messages() {
            return messages;
        }

        boolean ended() {
            return end.isDone();
        }

        Status end() {
            return end.orTimeout(60, TimeUnit.SECONDS).join();
        }

        /** A value of the metadata that came with the end. */
        Optional<String> trailer(String name) {
            end();
            return Optional.ofNullable(trailers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER)));
        }

        @Override
        public void onMessage(byte[] message) {
            messages.add(new String(message, StandardCharsets.UTF_8));
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            this.trailers = trailers;
            end.complete(status);
        }
    }
}
