package dev.hoop.controlplane;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a configuration file with its secrets. */
final class PlaneFiles {

    private PlaneFiles() {}

    static Path write(Path directory, SecretToken person, SecretToken sidecar) throws IOException {
        return write(directory, "jdbc:sqlite:" + directory.resolve("hoop.db"), person, sidecar);
    }

    static Path write(Path directory, String database, SecretToken person, SecretToken sidecar) throws IOException {
        person.write(directory.resolve("ana.token"));
        sidecar.write(directory.resolve("payments.token"));
        Path file = directory.resolve("control-plane.yaml");
        Files.writeString(file, """
                listen: 127.0.0.1:0
                database: {url: "DATABASE"}
                approval_rules:
                  - {name: billing-approvers, reviewers_groups: [billing], pending_ttl_sec: 1800, approval_ttl_sec: 900}
                users:
                  - {email: Ana@example.com, name: Ana, groups: [billing], token_file: DIR/ana.token}
                sidecars:
                  - {name: payments, token_file: DIR/payments.token}
                """.replace("DATABASE", database).replace("DIR", directory.toString()));
        return file;
    }
}
