package dev.hoop.proto.pg;

import dev.hoop.core.spi.Listener;
import dev.hoop.core.spi.ListenerContext;
import dev.hoop.core.spi.ListenerFactory;
import dev.hoop.core.sql.SqlOperation;
import dev.hoop.proto.pg.internal.session.PgListener;
import dev.hoop.proto.pg.internal.session.StartupHandler;
import dev.hoop.proto.pg.internal.statement.PgStatement;
import java.util.Arrays;
import java.util.List;

/** PostgreSQL's frontend/backend protocol, versions 3.0 and 3.2. */
public final class PgListenerFactory implements ListenerFactory<PgConfig> {

    @Override
    public String protocol() {
        return PgStatement.PROTOCOL;
    }

    @Override
    public Class<PgConfig> configType() {
        return PgConfig.class;
    }

    @Override
    public List<String> operations() {
        return Arrays.stream(SqlOperation.values()).map(SqlOperation::word).toList();
    }

    @Override
    public boolean namesRelations() {
        return true;
    }

    @Override
    public boolean negotiatesTls() {
        return true;
    }

    @Override
    public List<String> alpnProtocols() {
        return List.of(StartupHandler.ALPN_PROTOCOL);
    }

    @Override
    public Listener create(ListenerContext<PgConfig> context) {
        return new PgListener(context);
    }
}
