package dev.hoop.testkit.pg;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * Holds a conversation twice, straight with the server and through what stands in front of it. Both must hear the same.
 *
 * @param server the server
 * @param login who holds it, in which database; the database is emptied before each conversation
 */
public record PgReplay(PostgresServer server, PgLogin login) {

    private static final int COLUMN = 60;

    /** As the superuser. */
    public static PgReplay in(PostgresServer server, String database) {
        return new PgReplay(server, PgLogin.as(PostgresServer.SUPERUSER, database));
    }

    /** What is heard straight from the server. */
    public List<String> direct(PgScript script) {
        return through(script, server.address());
    }

    /** What is heard at another address, behind which the same server is. */
    public List<String> through(PgScript script, InetSocketAddress address) {
        server.empty(login.database());
        server.execute(login.database(), script.setup().toArray(String[]::new));
        return script.run(address, login);
    }

    /** Fails unless both hear the same; shows both. */
    public void assertSame(PgScript script, InetSocketAddress address) {
        assertSame(script.name(), direct(script), through(script, address));
    }

    /** Fails unless both are the same; shows both, side by side. */
    public static void assertSame(String name, List<String> expected, List<String> actual) {
        if (expected.equals(actual)) {
            return;
        }
        StringBuilder shown = new StringBuilder(name).append(": another conversation; expected on the left\n");
        for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
            String left = i < expected.size() ? expected.get(i) : "-";
            String right = i < actual.size() ? actual.get(i) : "-";
            shown.append(left.equals(right) ? "  " : "! ")
                    .append(left)
                    .append(" ".repeat(Math.max(1, COLUMN - left.length())))
                    .append("| ")
                    .append(right)
                    .append('\n');
        }
        throw new AssertionError(shown.toString());
    }
}
