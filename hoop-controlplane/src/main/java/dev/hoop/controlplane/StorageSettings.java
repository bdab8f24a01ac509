package dev.hoop.controlplane;

import dev.hoop.controlplane.internal.store.PostgresUrl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Where a Control Plane keeps everything, and how long.
 *
 * @param url {@code jdbc:sqlite:PATH}, or {@code jdbc:postgresql://HOST/DATABASE?user=NAME} with parameters of PostgreSQL's
 *     JDBC driver; without any secret in it
 * @param password the database user's, where the database wants one
 * @param keepSettled how long reviews stay that are rejected, revoked, executed or expired; live ones always stay
 */
public record StorageSettings(String url, Optional<SecretText> password, Duration keepSettled) {

    /** How long settled reviews stay unless something else is said. */
    public static final Duration KEEP_SETTLED = Duration.ofDays(90);

    private static final String SQLITE = "jdbc:sqlite:";

    /** @throws IllegalArgumentException when the database is of an unknown kind; the message says what to write */
    public StorageSettings {
        if (url.startsWith(PostgresUrl.SCHEME)) {
            PostgresUrl.parse(url);
        } else if (!url.matches(SQLITE + "[^:?]([^?]*)")) {
            throw new IllegalArgumentException(
                    "the database is not one that this version knows; write jdbc:sqlite: and the path of a file,"
                            + " or jdbc:postgresql://HOST/DATABASE?user=NAME&password_file=FILE");
        } else if (password.isPresent()) {
            throw new IllegalArgumentException("a SQLite file has no password; leave it out");
        }
        if (keepSettled.compareTo(Duration.ofDays(1)) < 0) {
            throw new IllegalArgumentException("settled reviews are kept for a day at least; write 1 or more");
        }
    }

    /** One file, for one process. */
    public static StorageSettings sqlite(Path file) {
        return of(SQLITE + file);
    }

    /** The database of a URL, for 90 days. */
    public static StorageSettings of(String url) {
        return new StorageSettings(url, Optional.empty(), KEEP_SETTLED);
    }

    /** The same with the database user's password. */
    public StorageSettings withPassword(SecretText secret) {
        return new StorageSettings(url, Optional.of(secret), keepSettled);
    }

    /** The same with another time that settled reviews stay. */
    public StorageSettings withKeepSettled(Duration time) {
        return new StorageSettings(url, password, time);
    }

    /** Whether it is PostgreSQL, which several planes may share. */
    public boolean isPostgres() {
        return url.startsWith(PostgresUrl.SCHEME);
    }
}
