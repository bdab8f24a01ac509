package dev.hoop.proto.grpc;

import io.grpc.BindableService;
import io.grpc.HandlerRegistry;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A real gRPC server of every method there is: it answers each message with itself, its request's metadata whose names
 * start with {@code x-} with itself, in the head and (with {@code trailing-} in front) in the trailers, and a message that
 * begins with {@code fail:NAME} with that status.
 */
final class EchoServer implements AutoCloseable {

    private final Server server;
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final List<Metadata> heads = new CopyOnWriteArrayList<>();
    private final List<String> cancelled = new CopyOnWriteArrayList<>();

    private EchoServer(UnaryOperator<NettyServerBuilder> more) throws IOException {
        NettyServerBuilder builder = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .fallbackHandlerRegistry(new EveryMethod());
        server = more.apply(builder).build().start();
    }

    static EchoServer start() throws IOException {
        return start(builder -> builder);
    }

    static EchoServer start(UnaryOperator<NettyServerBuilder> more) throws IOException {
        return new EchoServer(more);
    }

    /** A server of a few services and nothing else. */
    record Only(Server server) implements AutoCloseable {

        String hostAndPort() {
            return "127.0.0.1:" + server.getPort();
        }

        @Override
        public void close() throws InterruptedException {
            server.shutdownNow();
            server.awaitTermination(5, TimeUnit.SECONDS);
        }
    }

    static Only only(BindableService... services) throws IOException {
        NettyServerBuilder builder = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0));
        for (BindableService service : services) {
            builder.addService(service);
        }
        return new Only(builder.build().start());
    }

    String hostAndPort() {
        return "127.0.0.1:" + server.getPort();
    }

    Server server() {
        return server;
    }

    /** The methods that were called, in order. */
    List<String> calls() {
        return calls;
    }

    /** The messages that came, as text. */
    List<String> messages() {
        return messages;
    }

    List<Metadata> heads() {
        return heads;
    }

    /** The methods whose calls the client cancelled. */
    List<String> cancelled() {
        return cancelled;
    }

    @Override
    public void close() throws InterruptedException {
        server.shutdownNow();
        server.awaitTermination(5, TimeUnit.SECONDS);
    }

    private final class EveryMethod extends HandlerRegistry {
        @Override
        public ServerMethodDefinition<?, ?> lookupMethod(String name, @Nullable String authority) {
            return ServerMethodDefinition.create(
                    ByteMarshaller.method(name, MethodDescriptor.MethodType.BIDI_STREAMING), new Echo());
        }
    }

    private final class Echo implements ServerCallHandler<byte[], byte[]> {
        @Override
        public ServerCall.Listener<byte[]> startCall(ServerCall<byte[], byte[]> call, Metadata headers) {
            String name = call.getMethodDescriptor().getFullMethodName();
            calls.add(name);
            heads.add(headers);
            call.request(1);
            return new Answering(call, name, headers);
        }
    }

    private final class Answering extends ServerCall.Listener<byte[]> {

        private final ServerCall<byte[], byte[]> call;
        private final String name;
        private final Metadata headers;
        private boolean headSent;
        private boolean closed;

        Answering(ServerCall<byte[], byte[]> call, String name, Metadata headers) {
            this.call = call;
            this.name = name;
            this.headers = headers;
        }

        @Override
        public void onMessage(byte[] message) {
            String text = new String(message, StandardCharsets.UTF_8);
            messages.add(text);
            if (text.startsWith("fail:")) {
                closed = true;
                call.close(Status.Code.valueOf(text.substring(5)).toStatus().withDescription("as asked"), trailers());
                return;
            }
            sendHead();
            call.sendMessage(message);
            call.request(1);
        }

        @Override
        public void onHalfClose() {
            if (!closed) {
                sendHead();
                closed = true;
                call.close(Status.OK, trailers());
            }
        }

        @Override
        public void onCancel() {
            cancelled.add(name);
        }

        private void sendHead() {
            if (!headSent) {
                headSent = true;
                call.sendHeaders(copy(""));
            }
        }

        private Metadata trailers() {
            return copy("trailing-");
        }

        private Metadata copy(String prefix) {
            Metadata copy = new Metadata();
            for (String key : headers.keys()) {
                if (!key.startsWith("x-")) {
                    continue;
                }
                if (key.endsWith(Metadata.BINARY_HEADER_SUFFIX)) {
                    headers.getAll(Metadata.Key.of(key, Metadata.BINARY_BYTE_MARSHALLER))
                            .forEach(value ->
                                    copy.put(Metadata.Key.of(prefix + key, Metadata.BINARY_BYTE_MARSHALLER), value));
                } else {
                    headers.getAll(Metadata.Key.of(key, Metadata.ASCII_STRING_MARSHALLER))
                            .forEach(value ->
                                    copy.put(Metadata.Key.of(prefix + key, Metadata.ASCII_STRING_MARSHALLER), value));
                }
            }
            return copy;
        }
    }
}
