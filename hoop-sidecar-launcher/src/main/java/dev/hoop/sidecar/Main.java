package dev.hoop.sidecar;

import picocli.CommandLine;

/** The entry of the runnable jar. Exit codes: 0 done, 1 refused or failed, 2 usage. */
public final class Main {

    private static final int FAILED = 1;

    private Main() {}

    public static void main(String[] args) {
        System.exit(run(args));
    }

    static int run(String... args) {
        RootCommand root = new RootCommand();
        CommandLine line = new CommandLine(root)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(110)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    tell(failure, root.verbose());
                    return FAILED;
                });
        return line.execute(args);
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
