package dev.hoop.proto.grpc;

import dev.hoop.core.guardrail.RuleType;
import dev.hoop.core.spi.Listener;
import dev.hoop.core.spi.ListenerContext;
import dev.hoop.core.spi.ListenerFactory;
import dev.hoop.proto.grpc.internal.rule.GrpcRules;
import dev.hoop.proto.grpc.internal.session.GrpcListener;
import dev.hoop.proto.grpc.internal.statement.Operations;
import java.util.List;

/** The gRPC protocol: over HTTP/2, in clear text or over TLS, on either side. */
public final class GrpcListenerFactory implements ListenerFactory<GrpcConfig> {

    private static final List<String> H2 = List.of("h2");

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
    public Listener create(ListenerContext<GrpcConfig> context) {
        return new GrpcListener(context);
    }
}
