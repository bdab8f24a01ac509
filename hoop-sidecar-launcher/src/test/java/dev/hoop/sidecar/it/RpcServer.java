package dev.hoop.sidecar.it;

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
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A real gRPC server. Of any method it answers each message with itself; of one that is named {@code Flood} it sends as much
 * as it can for ever; of one that is named {@code Deaf} it never reads.
 */
final class RpcServer implements AutoCloseable {

    /** What it takes of a call that it does not read. */
    private static final int WINDOW = 1024;

    private static final byte[] FLOOD = new byte[16 * 1024];

    /** Which would fill the log with what hostile clients do. */
    private static final Logger LOG = Logger.getLogger("io.grpc");

    private final Server server;
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final List<String> cancelled = new CopyOnWriteArrayList<>();

    RpcServer(BindableService... services) {
        LOG.setLevel(Level.OFF);
        NettyServerBuilder builder = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .flowControlWindow(WINDOW);
        for (BindableService service : services) {
            builder.addService(service);
        }
        if (services.length == 0) {
            builder.fallbackHandlerRegistry(new HandlerRegistry() {
                @Override
                public ServerMethodDefinition<?, ?> lookupMethod(String name, String authority) {
                    return ServerMethodDefinition.create(method(name), new Answering());
                }
            });
        }
        try {
            server = builder.build().start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A method of any kind with messages as they are. */
    static MethodDescriptor<byte[], byte[]> method(String name) {
        MethodDescriptor.Marshaller<byte[]> asIs = new MethodDescriptor.Marshaller<>() {
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
        return MethodDescriptor.newBuilder(asIs, asIs)
                .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
                .setFullMethodName(name)
                .build();
    }

    String hostAndPort() {
        return "127.0.0.1:" + server.getPort();
    }

    List<String> calls() {
        return calls;
    }

    List<String> cancelled() {
        return cancelled;
    }

    private final class Answering implements ServerCallHandler<byte[], byte[]> {
        @Override
        public ServerCall.Listener<byte[]> startCall(ServerCall<byte[], byte[]> call, Metadata headers) {
            String name = call.getMethodDescriptor().getFullMethodName();
            calls.add(name);
            call.sendHeaders(new Metadata());
            boolean flood = name.endsWith("/Flood");
            if (!name.endsWith("/Deaf")) {
                call.request(1);
            }
            return new ServerCall.Listener<>() {
                @Override
                public void onMessage(byte[] message) {
                    call.sendMessage(message);
                    call.request(1);
                }

                @Override
                public void onReady() {
                    while (flood && call.isReady()) {
                        call.sendMessage(FLOOD);
                    }
                }

                @Override
                public void onHalfClose() {
                    if (!flood) {
                        call.close(Status.OK, new Metadata());
                    }
                }

                @Override
                public void onCancel() {
                    cancelled.add(name);
                }
            };
        }
    }

    @Override
    public void close() {
        server.shutdownNow();
        try {
            server.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
