package dev.hoop.proto.pg.internal.session;

import dev.hoop.core.spi.Downstream;
import dev.hoop.core.spi.Listener;
import dev.hoop.core.spi.ListenerContext;
import dev.hoop.core.spi.ProtocolSession;
import dev.hoop.proto.pg.PgConfig;

/** One PostgreSQL listener. */
public final class PgListener implements Listener {

    private final ListenerContext<PgConfig> context;
    private final CancelKeys cancelKeys = new CancelKeys();
    private final StatementMemory.Shared memory;

    public PgListener(ListenerContext<PgConfig> context) {
        this.context = context;
        this.memory = StatementMemory.Shared.of(context.config().maxKeptBytes().orElseGet(StatementMemory::share));
    }

    @Override
    public ProtocolSession open(Downstream downstream) {
        return new PgSession(context, cancelKeys, memory, downstream);
    }
}
