package dev.hoop.proto.pg;

import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.PostgresServer;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import dev.hoop.testkit.tls.TestAuthority;
import dev.hoop.testkit.tls.TestIdentity;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/** A server with TLS and roles of every method, and sidecars with TLS on either leg, both, or none. */
enum Legs {
    PLAIN(false, false),
    DOWNSTREAM(true, false),
    UPSTREAM(false, true),
    BOTH(true, true);

    static final TestAuthority AUTHORITY = TestAuthority.create();

    private static final TestIdentity SERVER = AUTHORITY.issueForLoopback();
    private static final TestIdentity SIDECAR = AUTHORITY.issueForLoopback();

    /** Whether the client speaks TLS. */
    final boolean downstream;

    /** Whether the server does. */
    final boolean upstream;

    Legs(boolean downstream, boolean upstream) {
        this.downstream = downstream;
        this.upstream = upstream;
    }

    static SharedPostgres postgres() {
        return SharedPostgres.of(
                "every method",
                builder -> builder.tls(SERVER)
                        .hba(
                                "host all trusted 127.0.0.1/32 trust",
                                "host all scram 127.0.0.1/32 scram-sha-256",
                                "host all hashed 127.0.0.1/32 md5",
                                "host all clear 127.0.0.1/32 password",
                                "hostssl all secure 127.0.0.1/32 trust"));
    }

    /** Roles whose names say how they log in; the password is {@code secret}. */
    static void roles(PostgresServer server) {
        String absent = "select from pg_roles where rolname = 'scram'";
        if (server.query(PostgresServer.SUPERUSER, absent).isEmpty()) {
            server.execute(
                    PostgresServer.SUPERUSER,
                    "set password_encryption = 'md5'; create role hashed login password 'secret'",
                    "set password_encryption = 'scram-sha-256'; create role scram login password 'secret';"
                            + "create role clear login password 'secret'",
                    "create role trusted login; create role secure login; create role stranger login");
        }
    }

    /** Starts a sidecar; the files with its certificates go to a folder. */
    TestSidecar sidecar(PostgresServer server, Path folder) {
        return sidecar(server.hostAndPort(), folder, "");
    }

    /** @param more further keys of the listener */
    TestSidecar sidecar(String server, Path folder, String more) {
        Path root = AUTHORITY.root().writeCertificate(folder.resolve("root.pem"));
        Path certificate = SIDECAR.writeCertificate(folder.resolve("sidecar.pem"));
        Path key = SIDECAR.writeKey(folder.resolve("sidecar.key"));
        String yaml = more;
        if (downstream) {
            yaml += "downstream_tls: {cert_file: \"%s\", key_file: \"%s\"}\n".formatted(certificate, key);
        }
        if (upstream) {
            yaml += "upstream_tls: {ca_file: \"%s\"}\n".formatted(root);
        }
        return PgSidecars.start(server, yaml);
    }

    /** Connects as the client's leg wants it. */
    RawPgClient connect(InetSocketAddress address) {
        return downstream ? RawPgClient.connectTls(address, AUTHORITY.trusting()) : RawPgClient.connect(address);
    }

    /** What the server says straight to a client that logs in as the sidecar's upstream leg does. */
    List<String> direct(PostgresServer server, PgLogin login) {
        try (RawPgClient client = upstream
                ? RawPgClient.connectTls(server.address(), AUTHORITY.trusting())
                : RawPgClient.connect(server.address())) {
            return RawPgClient.lines(client.tryLogIn(login));
        }
    }
}
