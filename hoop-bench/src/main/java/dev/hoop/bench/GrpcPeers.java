package dev.hoop.bench;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.HandlerRegistry;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Both ends of gRPC calls, for the script that measures them: {@code serve PORT} answers every message with itself;
 * {@code load PORT SECONDS CONNECTIONS CALLS} keeps so many unary calls of 100 bytes in flight on each of so many
 * connections, and prints how many ended well and how many otherwise.
 */
public final class GrpcPeers {

    private static final int MESSAGE_BYTES = 100;

    private static final MethodDescriptor.Marshaller<byte[]> BYTES = new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    };

    private GrpcPeers() {}

    /** See the class. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args[0].equals("serve")) {
            serve(Integer.parseInt(args[1]));
        } else {
            load(
                    Integer.parseInt(args[1]),
                    Integer.parseInt(args[2]),
                    Integer.parseInt(args[3]),
                    Integer.parseInt(args[4]));
        }
    }

    private static MethodDescriptor<byte[], byte[]> method(String name) {
        return MethodDescriptor.newBuilder(BYTES, BYTES)
                .setType(MethodType.UNARY)
                .setFullMethodName(name)
                .build();
    }

    private static void serve(int port) throws IOException, InterruptedException {
        NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", port))
                .directExecutor()
                .fallbackHandlerRegistry(new HandlerRegistry() {
                    @Override
                    public ServerMethodDefinition<?, ?> lookupMethod(String name, @Nullable String authority) {
                        return ServerMethodDefinition.create(method(name), (call, head) -> new Echo(call));
                    }
                })
                .build()
                .start()
                .awaitTermination();
    }

    private static final class Echo extends ServerCall.Listener<byte[]> {

        private final ServerCall<byte[], byte[]> call;

        Echo(ServerCall<byte[], byte[]> call) {
            this.call = call;
            call.request(2);
        }

        @Override
        public void onMessage(byte[] message) {
            call.sendHeaders(new Metadata());
            call.sendMessage(message);
        }

        @Override
        public void onHalfClose() {
            call.close(Status.OK, new Metadata());
        }
    }

    private static void load(int port, int seconds, int connections, int calls) throws InterruptedException {
        List<ManagedChannel> channels = new ArrayList<>();
        Load load = new Load(System.nanoTime() + seconds * 1_000_000_000L, new CountDownLatch(connections * calls));
        for (int i = 0; i < connections; i++) {
            ManagedChannel channel = NettyChannelBuilder.forAddress(new InetSocketAddress("127.0.0.1", port))
                    .usePlaintext()
                    .directExecutor()
                    .build();
            channels.add(channel);
            for (int j = 0; j < calls; j++) {
                load.next(channel);
            }
        }
        load.running().await();
        System.out.println(load.done().get() + " " + load.failed().get());
        channels.forEach(ManagedChannel::shutdownNow);
    }

    private record Load(long until, CountDownLatch running, AtomicLong done, AtomicLong failed) {

        private static final MethodDescriptor<byte[], byte[]> METHOD = method("billing.Invoices/Get");
        private static final byte[] MESSAGE = new byte[MESSAGE_BYTES];

        Load(long until, CountDownLatch running) {
            this(until, running, new AtomicLong(), new AtomicLong());
        }

        void next(ManagedChannel channel) {
            if (System.nanoTime() >= until) {
                running.countDown();
                return;
            }
            ClientCall<byte[], byte[]> call = channel.newCall(METHOD, CallOptions.DEFAULT);
            call.start(
                    new ClientCall.Listener<>() {
                        @Override
                        public void onClose(Status status, Metadata trailers) {
                            (status.isOk() ? done : failed).incrementAndGet();
                            next(channel);
                        }
                    },
                    new Metadata());
            call.request(2);
            call.sendMessage(MESSAGE);
            call.halfClose();
        }
    }
}
