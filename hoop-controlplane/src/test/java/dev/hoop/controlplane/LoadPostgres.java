package dev.hoop.controlplane;

import dev.hoop.testkit.pg.PostgresServer;

/** The server of the load runs. */
final class LoadPostgres {

    private LoadPostgres() {}

    /** Further settings to look closer, {@code name=value,name=value}. */
    private static final String SETTINGS = System.getProperty("load.postgres", "");

    /** As a server is that people trust: a commit is on disk. */
    static PostgresServer start() {
        PostgresServer.Builder server = PostgresServer.builder()
                .setting("fsync", "on")
                .setting("synchronous_commit", "on")
                .setting("full_page_writes", "on");
        for (String setting : SETTINGS.split(",")) {
            if (!setting.isEmpty()) {
                String[] parts = setting.split("=", 2);
                server.setting(parts[0], parts[1]);
            }
        }
        return server.start();
    }
}
