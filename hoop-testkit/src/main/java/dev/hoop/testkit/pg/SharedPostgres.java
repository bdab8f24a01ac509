package dev.hoop.testkit.pg;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One {@link PostgresServer} for every test class that names it alike, started by the first and stopped after the last:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final SharedPostgres POSTGRES = SharedPostgres.plain();
 * }</pre>
 *
 * Each class has a database of its own on it, {@link #database()}.
 */
public final class SharedPostgres implements BeforeAllCallback {

    /** What is kept for the whole run; JUnit closes it at the run's end. */
    private record Running(PostgresServer server) implements AutoCloseable {
        @Override
        public void close() {
            server.close();
        }
    }

    private final String name;
    private final UnaryOperator<PostgresServer.Builder> setup;
    private Optional<PostgresServer> server = Optional.empty();
    private Optional<String> database = Optional.empty();

    private SharedPostgres(String name, UnaryOperator<PostgresServer.Builder> setup) {
        this.name = name;
        this.setup = setup;
    }

    /** A server that trusts everybody, without TLS. */
    public static SharedPostgres plain() {
        return of("plain", builder -> builder);
    }

    /** A server that is set up otherwise; classes that name it alike get the one that the first of them set up. */
    public static SharedPostgres of(String name, UnaryOperator<PostgresServer.Builder> setup) {
        return new SharedPostgres(name, setup);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        PostgresServer shared = context.getRoot()
                .getStore(ExtensionContext.Namespace.create(SharedPostgres.class))
                .computeIfAbsent(
                        name,
                        key -> new Running(setup.apply(PostgresServer.builder()).start()),
                        Running.class)
                .server();
        server = Optional.of(shared);
        database = Optional.of(shared.createDatabase());
    }

    /** The server; there from the class's first test on. */
    public PostgresServer server() {
        return server.orElseThrow(() -> new IllegalStateException("register it as a static extension"));
    }

    /** The class's own database. */
    public String database() {
        return database.orElseThrow(() -> new IllegalStateException("register it as a static extension"));
    }
}
