package dev.hoop.examples.lines;

import dev.hoop.core.spi.Listener;
import dev.hoop.core.spi.ListenerContext;
import dev.hoop.core.spi.ListenerFactory;
import java.util.List;

/** Found by {@link java.util.ServiceLoader}: {@code protocol: lines} in the configuration. */
public final class LinesListenerFactory implements ListenerFactory<LinesConfig> {

    @Override
    public String protocol() {
        return "lines";
    }

    @Override
    public Class<LinesConfig> configType() {
        return LinesConfig.class;
    }

    @Override
    public List<String> operations() {
        return LineStatement.OPERATIONS;
    }

    @Override
    public Listener create(ListenerContext<LinesConfig> context) {
        return downstream -> new LinesSession(context, downstream);
    }
}
