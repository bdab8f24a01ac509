package dev.hoop.proto.grpc;

import dev.hoop.core.guardrail.RuleType;
import dev.hoop.core.spi.Listener;
import dev.hoop.core.spi.ListenerContext;
import dev.hoop.core.spi.ListenerFactory;
import dev.hoop.core.spi.Upstream;
import dev.hoop.proto.grpc.internal.h2.LoopClock;
import dev.hoop.proto.grpc.internal.rule.GrpcRules;
import dev.hoop.proto.grpc.internal.session.GrpcListener;
import dev.hoop.proto.grpc.internal.statement.Operations;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The gRPC protocol: over HTTP/2, in clear text or over TLS, on either side. */
public final class GrpcListenerFactory implements ListenerFactory<GrpcConfig> {

    private static final List<String> H2 = List.of("h2");

    private final LoopClock clock;

    /** With the machine's clock. */
    public GrpcListenerFactory() {
        this(LoopClock.SYSTEM);
    }

    GrpcListenerFactory(LoopClock clock) {
        this.clock = clock;
    }

    @Override
    public String protocol() {
        return "grpc";
    }

    @Override
    public Class<GrpcConfig> configType() {
        return GrpcConfig.class;
    }

    @Override
    public List<RuleType<?>> ruleTypes() {
        return GrpcRules.types();
    }

    @Override
    public List<String> operations() {
        return Operations.WORDS;
    }

    @Override
    public boolean readsIdentityHeader() {
        return true;
    }

    @Override
    public List<String> alpnProtocols() {
        return H2;
    }

    @Override
    public List<String> upstreamAlpnProtocols() {
        return H2;
    }

    @Override
    public List<String> describe(GrpcConfig config) {
        return GrpcDescriptors.describe(config).stream()
                .flatMap(method -> Stream.of(
                        method.path(),
                        "  operation  " + method.operation(),
                        "  request    " + method.request(),
                        "  response   " + method.response()))
                .toList();
    }

    @Override
    public Optional<byte[]> discover(Upstream upstream, EventLoop loop, Duration patience) throws IOException {
        return Optional.of(GrpcDescriptors.discover(upstream, loop, patience));
    }

    @Override
    public Listener create(ListenerContext<GrpcConfig> context) {
        return new GrpcListener(context, clock);
    }
}
