package dev.hoop.sidecar.dev;

/** The demo's PostgreSQL, or why there is none: the demo shows the HTTP listener all the same. */
sealed interface DemoDatabase extends AutoCloseable permits DemoDatabase.Missing, EmbeddedDatabase {

    /** What starts a server; it is beside the runnable jar, not within. */
    String STARTER = "io.zonky.test.db.postgres.embedded.EmbeddedPostgres";

    /**
     * There is none.
     *
     * @param reason why, and what to do about it
     */
    record Missing(String reason) implements DemoDatabase {
        @Override
        public void close() {
            // There is nothing to stop.
        }
    }

    /** Starts one where that is possible; takes some seconds. */
    static DemoDatabase start(boolean verbose) {
        if (!isThere(STARTER)) {
            return new Missing(
                    "the PostgreSQL part needs a server, which is not in the jar; `./hoop demo`, in a checkout,"
                            + " fetches one");
        }
        System.err.println("hoop: starting a PostgreSQL and the rest of the demo, which takes some seconds");
        try {
            return EmbeddedDatabase.start(verbose);
        } catch (EmbeddedDatabase.Unavailable e) {
            if (verbose) {
                e.printStackTrace(System.err);
            }
            return new Missing(e.getMessage());
        }
    }

    private static boolean isThere(String name) {
        try {
            Class.forName(name, false, DemoDatabase.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    @Override
    void close();
}
