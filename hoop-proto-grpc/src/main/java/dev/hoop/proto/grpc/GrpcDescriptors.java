package dev.hoop.proto.grpc;

import com.google.protobuf.Descriptors.MethodDescriptor;
import dev.hoop.core.spi.Upstream;
import dev.hoop.proto.grpc.internal.descriptor.MethodCatalog;
import dev.hoop.proto.grpc.internal.reflection.Discovery;
import dev.hoop.proto.grpc.internal.statement.Operations;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** What operators ask about descriptors, for a command line. */
public final class GrpcDescriptors {

    private GrpcDescriptors() {}

    /**
     * A method that the descriptors of a listener describe.
     *
     * @param path as rules name it
     * @param operation as rules see it: {@code read}, {@code write} or {@code unknown}
     * @param request the type of its request's messages
     * @param response the type of its answer's messages
     */
    public record Method(String path, String operation, String request, String response) {}

    /** The methods that a listener's descriptors describe, in the order of the files. */
    public static List<Method> describe(GrpcConfig config) {
        return MethodCatalog.load(
                        config.descriptors().stream().map(DescriptorFile::path).toList())
                .methods()
                .entrySet()
                .stream()
                .map(entry -> method(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static Method method(String path, MethodDescriptor method) {
        return new Method(
                path,
                Operations.of(method.getOptions().getIdempotencyLevel(), method.getName()),
                type(method.isClientStreaming(), method.getInputType().getFullName()),
                type(method.isServerStreaming(), method.getOutputType().getFullName()));
    }

    private static String type(boolean stream, String name) {
        return stream ? "stream " + name : name;
    }

    /**
     * Asks a server's reflection service (v1, else v1alpha) for everything that it serves. Blocks: not to be called on a
     * loop.
     *
     * @param patience for each answer
     * @return a descriptor set, whole and linked, as {@code grpc.descriptors} takes it
     * @throws IOException when the server cannot be reached or does not tell; the message says what to look at
     */
    public static byte[] discover(Upstream upstream, EventLoop loop, Duration patience) throws IOException {
        return Discovery.of(upstream, loop, patience).toByteArray();
    }
}
