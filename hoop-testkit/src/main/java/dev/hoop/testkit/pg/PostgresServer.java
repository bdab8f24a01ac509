package dev.hoop.testkit.pg;

import dev.hoop.testkit.tls.TestIdentity;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A real PostgreSQL on a free loopback port, with its data in a temporary folder that {@link #close} deletes. Starting
 * takes one to four seconds: see {@link SharedPostgres}.
 *
 * <p>Its superuser {@code postgres} needs no password, whatever {@link Builder#hba} says; the methods here that run
 * statements are that user's.
 */
public final class PostgresServer implements AutoCloseable {

    /** The superuser, and the database that is always there. */
    public static final String SUPERUSER = "postgres";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ATTEMPTS = 3;

    private final EmbeddedPostgres server;
    private final Path folder;
    private final AtomicInteger databases = new AtomicInteger();

    private PostgresServer(EmbeddedPostgres server, Path folder) {
        this.server = server;
        this.folder = folder;
    }

    /** Starts one that trusts everybody and speaks no TLS. */
    public static PostgresServer start() {
        return builder().start();
    }

    /** Starts where defaults do not fit. */
    public static Builder builder() {
        return new Builder();
    }

    /** How the server is set up. */
    public static final class Builder {

        private final List<String> hba = new ArrayList<>();
        private final Map<String, String> settings = new LinkedHashMap<>();
        private Optional<TestIdentity> identity = Optional.empty();

        private Builder() {}

        /**
         * Adds lines of {@code pg_hba.conf}, {@code host all all 127.0.0.1/32 scram-sha-256} for example. Without any,
         * everybody is trusted; with some, whoever none of them lets in is refused.
         */
        public Builder hba(String... lines) {
            hba.addAll(List.of(lines));
            return this;
        }

        /** Offers TLS with this certificate; whether it is required is a matter of {@link #hba}. */
        public Builder tls(TestIdentity shown) {
            identity = Optional.of(shown);
            return this;
        }

        /** Sets one of the server's own settings, {@code password_encryption} for example. */
        public Builder setting(String name, String value) {
            settings.put(name, value);
            return this;
        }

        /** Starts the server and waits until it answers. */
        public PostgresServer start() {
            List<Throwable> failures = new ArrayList<>();
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                try {
                    return tryStart();
                } catch (IOException | IllegalStateException e) {
                    // Between the choice of a free port and its use somebody else may have taken it.
                    failures.add(e);
                }
            }
            AssertionError failure = new AssertionError("PostgreSQL does not start", failures.get(0));
            failures.stream().skip(1).forEach(failure::addSuppressed);
            throw failure;
        }

        private PostgresServer tryStart() throws IOException {
            Path folder = Files.createTempDirectory("hoop-postgres-");
            try {
                PostgresServer server = new PostgresServer(configured(folder).start(), folder);
                server.checkItIsThisOne();
                return server;
            } catch (IOException | RuntimeException e) {
                delete(folder);
                throw e;
            }
        }

        private EmbeddedPostgres.Builder configured(Path folder) throws IOException {
            EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                    .setDataDirectory(folder.resolve("data"))
                    .setCleanDataDirectory(true)
                    .setPGStartupWait(PATIENCE)
                    .setServerConfig("lc_messages", "C")
                    .setServerConfig("unix_socket_directories", quoted(""));
            if (!hba.isEmpty()) {
                List<String> lines = new ArrayList<>(
                        List.of("host all postgres 127.0.0.1/32 trust", "host all postgres ::1/128 trust"));
                lines.addAll(hba);
                Path file = Files.write(folder.resolve("pg_hba.conf"), lines);
                builder.setServerConfig("hba_file", quoted(file.toString()));
            }
            if (identity.isPresent()) {
                Path key = identity.get().writeKey(folder.resolve("server.key"));
                // The server refuses a key that others may read.
                Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
                Path certificate = identity.get().writeCertificate(folder.resolve("server.crt"));
                builder.setServerConfig("ssl", "on")
                        .setServerConfig("ssl_cert_file", quoted(certificate.toString()))
                        .setServerConfig("ssl_key_file", quoted(key.toString()));
            }
            settings.forEach((name, value) -> builder.setServerConfig(name, quoted(value)));
            return builder;
        }

        /** The server's starter puts its options through a shell. */
        private static String quoted(String value) {
            return "'" + value.replace("'", "'\\''") + "'";
        }
    }

    private void checkItIsThisOne() throws IOException {
        String data = query(SUPERUSER, "show data_directory").get(0).get(0);
        if (!Path.of(data).toRealPath().equals(folder.resolve("data").toRealPath())) {
            close();
            throw new IOException("another server answers on port " + server.getPort());
        }
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort());
    }

    /** Where it listens, as a configuration takes it: {@code host:port}. */
    public String hostAndPort() {
        return "127.0.0.1:" + server.getPort();
    }

    /** Runs statements in a database, each by itself. */
    public void execute(String database, String... statements) {
        try (RawPgClient client = admin(database)) {
            for (String statement : statements) {
                run(client, statement);
            }
        }
    }

    /** Runs one statement in a database; the rows' values as text, {@code null} as the text {@code NULL}. */
    public List<List<String>> query(String database, String statement) {
        try (RawPgClient client = admin(database)) {
            return run(client, statement).stream()
                    .flatMap(message -> message instanceof PgMessage.DataRow row ? Stream.of(row.texts()) : Stream.of())
                    .toList();
        }
    }

    private static List<PgMessage> run(RawPgClient client, String statement) {
        List<PgMessage> messages = client.query(statement);
        messages.forEach(message -> {
            if (message instanceof PgMessage.ErrorResponse error) {
                throw new AssertionError(error.line() + " to: " + statement);
            }
        });
        return messages;
    }

    private RawPgClient admin(String database) {
        return RawPgClient.open(address(), PgLogin.as(SUPERUSER, database));
    }

    /** Creates an empty database and returns its name. */
    public String createDatabase() {
        String name = "test_" + databases.incrementAndGet();
        execute(SUPERUSER, "create database " + name);
        return name;
    }

    /** Empties a database: drops the schema {@code public} with all that is in it, and lets everybody create in the new one. */
    public void empty(String database) {
        execute(
                database,
                "set client_min_messages = warning",
                "drop schema public cascade",
                "create schema public",
                "grant all on schema public to public");
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException("stop PostgreSQL", e);
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("delete " + folder, e);
        }
    }
}
