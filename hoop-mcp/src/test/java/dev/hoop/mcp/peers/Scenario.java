package dev.hoop.mcp.peers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A scenario of a conformance suite.
 *
 * @param leg the revision that it is run at, or {@code extension}
 * @param applies whether a server with nothing but tools must pass it; where not, {@code verdict} says why
 */
record Scenario(String leg, String name, boolean applies, String verdict) {

    /** The list that is kept with the tests. */
    static List<Scenario> listed() {
        try (InputStream in = Scenario.class.getResourceAsStream("/peers/scenarios.tsv")) {
            if (in == null) {
                throw new IOException("no list");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t", 3))
                    .map(parts -> new Scenario(parts[0], parts[1], parts[2].equals("yes"), parts[2]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return leg + " " + name;
    }
}
