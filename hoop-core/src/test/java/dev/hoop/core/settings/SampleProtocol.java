package dev.hoop.core.settings;

import dev.hoop.config.Default;
import dev.hoop.config.Range;
import dev.hoop.core.guardrail.Matcher;
import dev.hoop.core.guardrail.RuleType;
import dev.hoop.core.spi.Listener;
import dev.hoop.core.spi.ListenerContext;
import dev.hoop.core.spi.ListenerFactory;
import java.util.List;

/** A protocol of a reader's own, as far as the configuration sees it. */
record SampleProtocol(String protocol, boolean readsIdentityHeader) implements ListenerFactory<SampleProtocol.Config> {

    record Config(@Default("10") @Range(min = 1, max = 100) int depth, List<String> words) {}

    record Fields(String color) {}

    @Override
    public Class<Config> configType() {
        return Config.class;
    }

    @Override
    public List<String> operations() {
        return List.of("READ", "WRITE");
    }

    @Override
    public List<RuleType<?>> ruleTypes() {
        return List.of(new ColorType(protocol + "_color"));
    }

    @Override
    public Listener create(ListenerContext<Config> context) {
        throw new UnsupportedOperationException("only read, never opened");
    }

    record ColorType(String name) implements RuleType<Fields> {
        @Override
        public Class<Fields> fieldsType() {
            return Fields.class;
        }

        @Override
        public Matcher create(Fields fields) {
            return (Matcher.OfHead) statement -> false;
        }
    }
}
