package dev.hoop.proto.http;

import dev.hoop.core.guardrail.RuleType;
import dev.hoop.core.spi.Listener;
import dev.hoop.core.spi.ListenerContext;
import dev.hoop.core.spi.ListenerFactory;
import dev.hoop.proto.http.internal.codec.Via;
import dev.hoop.proto.http.internal.h2.HttpFront;
import dev.hoop.proto.http.internal.rule.HttpRules;
import dev.hoop.proto.http.internal.session.HttpListener;
import dev.hoop.proto.http.internal.session.SessionLimits;
import java.util.List;

/** The HTTP protocol: HTTP/1.1 and HTTP/2 in front, HTTP/1.1 towards the upstream. */
public final class HttpListenerFactory implements ListenerFactory<HttpConfig> {

    /** Marks this process in {@code Via}: shared by all listeners that this factory makes. */
    private final Via via = Via.random();

    @Override
    public String protocol() {
        return "http";
    }

    @Override
    public Class<HttpConfig> configType() {
        return HttpConfig.class;
    }

    @Override
    public List<RuleType<?>> ruleTypes() {
        return HttpRules.types();
    }

    @Override
    public boolean readsIdentityHeader() {
        return true;
    }

    @Override
    public List<String> alpnProtocols() {
        return HttpFront.ALPN_PROTOCOLS;
    }

    @Override
    public Listener create(ListenerContext<HttpConfig> context) {
        return new HttpListener(context, via, HttpFront::open, SessionLimits.DEFAULT);
    }
}
