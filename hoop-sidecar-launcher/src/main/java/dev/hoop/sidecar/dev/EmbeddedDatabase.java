package dev.hoop.sidecar.dev;

import dev.hoop.sidecar.log.LogSetup;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A real PostgreSQL on a free loopback port with a {@link SampleShop}. Everything it has on the disk, the unpacked server too, is
 * in a temporary folder of its own. Others of this machine can reach the port, so nobody gets in without a password.
 */
final class EmbeddedDatabase implements DemoDatabase {

    private static final String SUPERUSER = "postgres";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration STOP = Duration.ofSeconds(5);
    private static final int PASSWORD_BYTES = 16;

    /** As much of the server's own words as fits a line. */
    private static final int MAX_REASON = 200;

    /** It does not start; the message says why, in words for whoever runs the demo. */
    static final class Unavailable extends Exception {

        private static final long serialVersionUID = 1;

        Unavailable(String message, Throwable cause) {
            super(message, cause);
        }

        @Override
        public String getMessage() {
            return String.valueOf(super.getMessage());
        }
    }

    private final EmbeddedPostgres server;
    private final Path folder;

    private EmbeddedDatabase(EmbeddedPostgres server, Path folder) {
        this.server = server;
        this.folder = folder;
    }

    /** @throws Unavailable when it does not start; then nothing is left of it */
    static EmbeddedDatabase start(boolean verbose) throws Unavailable {
        if (!verbose) {
            // Its starter logs what is told here in other words.
            LogSetup.silence("io.zonky");
        }
        Path folder;
        try {
            folder = Files.createTempDirectory("hoop-demo-");
        } catch (IOException e) {
            throw new Unavailable("PostgreSQL needs a temporary folder, and there is none: " + e.getMessage(), e);
        }
        try {
            return start(folder);
        } catch (IOException | SQLException | RuntimeException | LinkageError e) {
            // The starter throws errors of linkage, too, where it cannot unpack or lacks a library.
            Unavailable unavailable = new Unavailable(reason(folder, e), e);
            stopLeftOver(folder);
            delete(folder);
            throw unavailable;
        }
    }

    private static EmbeddedDatabase start(Path folder) throws IOException, SQLException {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        String password = HexFormat.of().formatHex(random);
        Path passwordFile = Files.writeString(folder.resolve("password"), password, StandardCharsets.US_ASCII);
        // The starter cleans up around it, and lets everybody write where it unpacks: the folder around that keeps
        // others out.
        System.setProperty(
                "ot.epg.working-dir", folder.resolve("server").toAbsolutePath().toString());
        File log = log(folder).toFile();
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setDataDirectory(data(folder))
                .setCleanDataDirectory(true)
                .setDataDirectoryCustomizer(EmbeddedDatabase::configure)
                .setServerConfig("max_connections", "30")
                // Options of initdb: no locale, since this machine's may be set to one that it does not have.
                .setLocaleConfig("locale", "C")
                .setLocaleConfig("pwfile", passwordFile.toString())
                .setConnectConfig("password", password)
                .setPGStartupWait(PATIENCE)
                .setErrorRedirector(ProcessBuilder.Redirect.appendTo(log))
                .setOutputRedirector(ProcessBuilder.Redirect.appendTo(log))
                .start();
        SampleShop.createDatabase(server.getPostgresDatabase());
        SampleShop.fill(server.getDatabase(SUPERUSER, SampleShop.DATABASE, Map.of("password", password)));
        return new EmbeddedDatabase(server, folder);
    }

    /** Between initdb and the start. */
    private static void configure(File data) {
        try {
            Files.writeString(data.toPath().resolve("pg_hba.conf"), """
                    host all all 127.0.0.1/32 scram-sha-256
                    host all all ::1/128 scram-sha-256
                    """);
            Files.writeString(data.toPath().resolve("postgresql.conf"), """

                    unix_socket_directories = ''
                    shared_buffers = 16MB
                    lc_messages = 'C'
                    """, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return server.getPort();
    }

    private static Path log(Path folder) {
        return folder.resolve("server.log");
    }

    private static Path data(Path folder) {
        return folder.resolve("data");
    }

    private static String reason(Path folder, Throwable failure) {
        List<String> said = said(folder);
        if (said.stream().anyMatch(line -> line.contains("cannot be run as root"))) {
            return "PostgreSQL does not run as root, and this machine does not let root run it as somebody else; run the"
                    + " demo as another user";
        }
        if (String.valueOf(failure.getMessage()).contains("Missing embedded postgres binaries")) {
            return "no PostgreSQL was fetched for this platform (" + System.getProperty("os.name") + ", "
                    + System.getProperty("os.arch") + ")";
        }
        String last = said.isEmpty() ? failure.toString() : said.get(said.size() - 1);
        return "PostgreSQL does not start: " + last.substring(0, Math.min(last.length(), MAX_REASON))
                + "; `demo -v` tells more";
    }

    private static List<String> said(Path folder) {
        try {
            return Files.exists(log(folder))
                    ? Files.readAllLines(log(folder), StandardCharsets.ISO_8859_1).stream()
                            .filter(line -> !line.isBlank())
                            .toList()
                    : List.of();
        } catch (IOException e) {
            return List.of("its log cannot be read");
        }
    }

    /** A server that came up after its starter had given up, or was not filled. */
    private static void stopLeftOver(Path folder) {
        Path file = data(folder).resolve("postmaster.pid");
        try {
            if (Files.exists(file)) {
                long pid = Long.parseLong(Files.readAllLines(file).get(0).strip());
                ProcessHandle.of(pid).ifPresent(EmbeddedDatabase::stop);
            }
        } catch (IOException | RuntimeException e) {
            // It ends by itself within a minute, since its folder goes.
        }
    }

    private static void stop(ProcessHandle process) {
        process.destroy();
        try {
            process.onExit().get(STOP.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        } catch (ExecutionException | TimeoutException e) {
            process.destroyForcibly();
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException("stop PostgreSQL", e);
        } finally {
            stopLeftOver(folder);
            delete(folder);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            System.err.println("hoop: cannot delete " + folder + "; nothing needs it any more");
        }
    }
}
