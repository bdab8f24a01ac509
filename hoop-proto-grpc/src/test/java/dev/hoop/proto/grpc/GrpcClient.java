package dev.hoop.proto.grpc;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A real gRPC client, of which each step of a call can be told. */
final class GrpcClient implements AutoCloseable {

    /** How a call ended. */
    record End(Status status, Metadata trailers) {

        String trailer(String name) {
            String value = trailers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
            return value == null ? "" : value;
        }
    }

    private final ManagedChannel channel;

    private GrpcClient(ManagedChannel channel) {
        this.channel = channel;
    }

    static GrpcClient connect(InetSocketAddress address) {
        return connect(address, NettyChannelBuilder::usePlaintext);
    }

    static GrpcClient connect(InetSocketAddress address, UnaryOperator<NettyChannelBuilder> more) {
        return new GrpcClient(
                more.apply(NettyChannelBuilder.forAddress(address)).build());
    }

    ManagedChannel channel() {
        return channel;
    }

    /** Begins a call of any kind. */
    Running begin(String method, Metadata metadata, CallOptions options) {
        return new Running(
                channel.newCall(ByteMarshaller.method(method, MethodType.BIDI_STREAMING), options), metadata);
    }

    Running begin(String method) {
        return begin(method, new Metadata(), CallOptions.DEFAULT);
    }

    /** One message there. */
    Running unary(String method, String message, Metadata metadata) {
        return begin(method, metadata, CallOptions.DEFAULT).send(message).halfClose();
    }

    Running unary(String method, String message) {
        return unary(method, message, new Metadata());
    }

    static Metadata metadata(String name, String value) {
        Metadata metadata = new Metadata();
        metadata.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value);
        return metadata;
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
        private final CompletableFuture<Metadata> head = new CompletableFuture<>();
        private final CompletableFuture<End> end = new CompletableFuture<>();
        private final List<String> messages = new CopyOnWriteArrayList<>();

        private Running(ClientCall<byte[], byte[]> call, Metadata metadata) {
            this.call = call;
            call.start(this, metadata);
            call.request(1_000);
        }

        Running send(String message) {
            return send(message.getBytes(StandardCharsets.UTF_8));
        }

        Running send(byte[] message) {
            call.sendMessage(message);
            return this;
        }

        Running halfClose() {
            call.halfClose();
            return this;
        }

        void cancel() {
            call.cancel("given up", null);
        }

        ClientCall<byte[], byte[]> call() {
            return call;
        }

        Metadata head() throws Exception {
            return head.get(20, TimeUnit.SECONDS);
        }

        boolean ended() {
            return end.isDone();
        }

        End end() throws Exception {
            return end.get(20, TimeUnit.SECONDS);
        }

        /** The messages that came so far. */
        List<String> messages() {
            return messages;
        }

        @Override
        public void onHeaders(Metadata headers) {
            head.complete(headers);
        }

        @Override
        public void onMessage(byte[] message) {
            messages.add(new String(message, StandardCharsets.UTF_8));
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            end.complete(new End(status, trailers));
        }
    }
}
