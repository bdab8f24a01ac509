package dev.hoop.sidecar.dev;

import dev.hoop.core.RunningListener;
import dev.hoop.core.relay.Address;
import dev.hoop.sidecar.Failure;
import dev.hoop.sidecar.Verbosity;
import dev.hoop.sidecar.run.ConfigFile;
import dev.hoop.sidecar.run.ShutdownSignal;
import dev.hoop.sidecar.run.SidecarStart;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/**
 * {@code hoop demo}: {@code dev} in front of a sample service and a sample database, and what to type to see requests and
 * statements held, approved and run.
 */
@Command(
        name = "demo",
        description = "Shows the whole loop on a sample service and a PostgreSQL; needs nothing but a JDK.",
        mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {

    private static final Path DATA = Path.of("hoop-data", "demo");
    private static final int HTTP_PORT = 18080;
    private static final int POSTGRES_PORT = 15432;
    private static final int MCP_PORT = 8765;

    @Mixin
    private DevOptions options = new DevOptions();

    @ParentCommand
    private Verbosity parent = () -> false;

    @Override
    public Integer call() {
        run(options.data(), options.planeListen(), parent.verbose());
        return 0;
    }

    /**
     * Runs until a signal.
     *
     * @param planeListen where the plane listens, {@code host:port}
     * @throws Failure when it cannot start
     */
    public static void run(Optional<Path> directory, Optional<String> planeListen, boolean verbose) {
        ShutdownSignal signal = ShutdownSignal.install();
        SidecarStart start = new SidecarStart(verbose);
        Path data = directory.orElse(DATA);
        InetSocketAddress plane = planeListen
                .map(PlaneAddress::of)
                .orElseGet(() -> new InetSocketAddress(
                        InetAddress.getLoopbackAddress(),
                        freeOr(PlaneAddress.of(PlaneAddress.DEFAULT).getPort())));
        try (DataDirectory kept = DataDirectory.open(data)) {
            forgetEarlierRuns(data);
            try (SampleOrders orders = SampleOrders.start();
                    DemoDatabase database = DemoDatabase.start(verbose)) {
                if (signal.isRaised()) {
                    return;
                }
                SampleConfig sample = new SampleConfig(
                        data.resolve("audit.jsonl"),
                        freeOr(MCP_PORT),
                        new SampleConfig.Lane(freeOr(HTTP_PORT), orders.port()),
                        lane(database));
                ConfigFile config = ConfigFile.read("the demo", sample.json(), start.reader());
                start.applyLog(config.settings().log());
                new DevProcess(start, config, kept, plane).run(signal, running -> print(data, running, database));
            }
        }
    }

    private static Optional<SampleConfig.Lane> lane(DemoDatabase database) {
        return database instanceof EmbeddedDatabase embedded
                ? Optional.of(new SampleConfig.Lane(freeOr(POSTGRES_PORT), embedded.port()))
                : Optional.empty();
    }

    /** The sample starts afresh, so its reviews do too: an approval that was left over would surprise. */
    private static void forgetEarlierRuns(Path data) {
        try {
            for (String name : List.of("hoop.db", "hoop.db-wal", "hoop.db-shm", "audit.jsonl")) {
                Files.deleteIfExists(data.resolve(name));
            }
        } catch (IOException e) {
            throw new Failure("cannot use the directory " + data + "; choose another one with --data", e);
        }
    }

    /** The port that the documentation shows, or 0 for any when something listens on it already. */
    private static int freeOr(int port) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return port;
        } catch (IOException taken) {
            return 0;
        }
    }

    private static void print(Path data, DevProcess.Running running, DemoDatabase database) {
        boolean isDefault = data.equals(DATA);
        DemoText text = new DemoText(
                "http://" + address(running, SampleConfig.SERVICE).orElseThrow(),
                databaseText(running, database),
                running.mcpUrl().map(URI::toString).orElseThrow(),
                running.signIn().toString(),
                System.getProperty("hoop.command", "hoop"),
                isDefault ? "" : " --url " + running.planeUrl() + " --token-file " + running.reviewerTokenFile(),
                data.resolve("audit.jsonl").toString());
        System.out.println(text.text());
        System.out.flush();
    }

    private static DemoText.Database databaseText(DevProcess.Running running, DemoDatabase database) {
        if (database instanceof DemoDatabase.Missing missing) {
            return new DemoText.Database.Missing(missing.reason());
        }
        String url = "postgresql://" + SampleShop.USER + ":" + SampleShop.PASSWORD + "@"
                + address(running, SampleConfig.DATABASE).orElseThrow() + "/" + SampleShop.DATABASE;
        return new DemoText.Database.Running(url, isOnPath("psql"));
    }

    private static Optional<Address> address(DevProcess.Running running, String listener) {
        return running.listeners().stream()
                .filter(one -> one.name().equals(listener))
                .map(RunningListener::address)
                .findFirst();
    }

    private static boolean isOnPath(String program) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Arrays.stream(path.split(File.pathSeparator))
                .anyMatch(directory -> new File(directory, program).canExecute()
                        || new File(directory, program + ".exe").canExecute());
    }
}
