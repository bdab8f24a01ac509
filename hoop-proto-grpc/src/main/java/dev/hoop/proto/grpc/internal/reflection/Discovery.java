package dev.hoop.proto.grpc.internal.reflection;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import dev.hoop.core.spi.Upstream;
import dev.hoop.proto.grpc.internal.descriptor.DescriptorSets;
import dev.hoop.proto.grpc.internal.h2.Flushes;
import dev.hoop.proto.grpc.internal.h2.LoopClock;
import dev.hoop.proto.grpc.internal.h2.UpstreamPool;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the descriptors of everything that a server serves. */
public final class Discovery {

    private static final List<String> VERSIONS =
            List.of("grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection");

    /** A server of more files than any has; it bounds what a wrong one can make of us. */
    private static final int MAX_FILES = 20_000;

    private final EventLoop loop;
    private final UpstreamPool pool;
    private final Duration patience;
    private final Map<String, FileDescriptorProto> files = new LinkedHashMap<>();

    private Discovery(EventLoop loop, Upstream upstream, Duration patience) {
        this.loop = loop;
        this.pool = new UpstreamPool(loop, upstream, new Flushes(loop), LoopClock.SYSTEM);
        this.patience = patience;
    }

    /**
     * Asks a server. Blocks, so that it must not be called on a loop.
     *
     * @param patience for each answer
     * @return a whole descriptor set
     * @throws IOException when it does not answer, or not in full; the message says what to look at
     */
    public static FileDescriptorSet of(Upstream upstream, EventLoop loop, Duration patience) throws IOException {
        Discovery discovery = new Discovery(loop, upstream, patience);
        try {
            return discovery.run();
        } finally {
            discovery.pool.close();
        }
    }

    private FileDescriptorSet run() throws IOException {
        for (String version : VERSIONS) {
            try (ReflectionCall call = new ReflectionCall(loop, pool, version, patience)) {
                collect(call);
                return set();
            } catch (ReflectionCall.NotServed e) {
                files.clear();
            }
        }
        throw new IOException("the server has no reflection service; enable it there, or write the set with protoc");
    }

    private void collect(ReflectionCall call) throws IOException {
        for (String service : ReflectionMessages.services(call.ask(ReflectionMessages.listServices()))) {
            if (!VERSIONS.contains(service)) {
                take(call.ask(ReflectionMessages.fileOfSymbol(service)), service);
            }
        }
        Deque<String> missing = new ArrayDeque<>(missing());
        while (!missing.isEmpty()) {
            for (String name : missing) {
                take(call.ask(ReflectionMessages.fileOfName(name)), name);
            }
            missing = new ArrayDeque<>(missing());
        }
    }

    private List<String> missing() {
        return files.values().stream()
                .flatMap(file -> file.getDependencyList().stream())
                .distinct()
                .filter(name -> !files.containsKey(name))
                .toList();
    }

    private void take(byte[] answer, String of) throws IOException {
        List<FileDescriptorProto> found = ReflectionMessages.files(answer);
        if (ReflectionMessages.isError(answer) || found.isEmpty()) {
            throw new IOException("the server has no descriptor of " + of + "; write the set with protoc");
        }
        int before = files.size();
        found.forEach(file -> files.putIfAbsent(file.getName(), file));
        if (files.size() > MAX_FILES || files.size() == before && !files.containsKey(of) && of.endsWith(".proto")) {
            throw new IOException("the server's answer about " + of + " is not to the point");
        }
    }

    private FileDescriptorSet set() throws IOException {
        try {
            DescriptorSets.link(files.values());
        } catch (IllegalArgumentException e) {
            throw new IOException("the server's descriptors do not fit together: " + e.getMessage(), e);
        }
        return FileDescriptorSet.newBuilder().addAllFile(files.values()).build();
    }
}
