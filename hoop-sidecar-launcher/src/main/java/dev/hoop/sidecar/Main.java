package dev.hoop.sidecar;

import java.util.Optional;
import picocli.CommandLine;

/** The entry of the runnable jar. Exit codes: 0 done, 1 refused or failed, 2 usage. */
public final class Main {

    private static final int DONE = 0;
    private static final int FAILED = 1;

    /** Read once by the JDK's TLS, before its first handshake: whether a client that renegotiates is refused. */
    private static final String RENEGOTIATION = "jdk.tls.rejectClientInitiatedRenegotiation";

    private Main() {}

    public static void main(String[] args) {
        // A client of TLS 1.2 could otherwise make the server side compute one handshake after the other, and nothing
        // needs it.
        if (System.getProperty(RENEGOTIATION) == null) {
            System.setProperty(RENEGOTIATION, "true");
        }
        System.exit(run(args));
    }

    static int run(String... args) {
        Optional<Runnable> plain = PlainCommands.find(args);
        if (plain.isEmpty()) {
            return runAny(args);
        }
        try {
            plain.get().run();
            return DONE;
        } catch (RuntimeException e) {
            tell(e, false);
            return FAILED;
        }
    }

    private static int runAny(String... args) {
        RootCommand root = new RootCommand();
        return new CommandLine(root)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(110)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    tell(failure, root.verbose());
                    return FAILED;
                })
                .execute(args);
    }

    /** A user's mistake is told in words; anything else is ours, and says what it is. */
    private static void tell(Exception failure, boolean verbose) {
        if (failure instanceof Failure) {
            System.err.println("hoop: " + failure.getMessage());
        } else {
            System.err.println("hoop: internal error: " + failure);
        }
        if (verbose) {
            failure.printStackTrace(System.err);
        } else if (!(failure instanceof Failure)) {
            System.err.println("hoop: run it again with -v for details");
        }
    }
}
