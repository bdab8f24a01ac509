package dev.hoop.sidecar.dev;

import dev.hoop.core.relay.Address;
import dev.hoop.sidecar.Failure;
import dev.hoop.sidecar.Verbosity;
import dev.hoop.sidecar.run.ConfigFile;
import dev.hoop.sidecar.run.ShutdownSignal;
import dev.hoop.sidecar.run.SidecarStart;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code hoop demo}: {@code dev} in front of a sample service, and what to type to see a request held, approved and run. */
@Command(
        name = "demo",
        description = "Shows the whole loop on a sample service; needs nothing but a JDK.",
        mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {

    private static final Path DATA = Path.of("hoop-data", "demo");
    private static final int LISTENER_PORT = 18080;
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
        forgetEarlierRuns(data);
        InetSocketAddress plane = planeListen
                .map(PlaneAddress::of)
                .orElseGet(() -> new InetSocketAddress(
                        InetAddress.getLoopbackAddress(),
                        freeOr(PlaneAddress.of(PlaneAddress.DEFAULT).getPort())));
        try (SampleOrders orders = SampleOrders.start()) {
            String text = new SampleConfig(
                            data.resolve("audit.jsonl"), freeOr(LISTENER_PORT), freeOr(MCP_PORT), orders.port())
                    .json();
            ConfigFile config = ConfigFile.read("the demo", text, start.reader());
            start.applyLog(config.settings().log());
            new DevProcess(start, config, data, plane).run(signal, running -> print(data, running));
        }
    }

    /** The sample starts afresh, so its reviews do too: an approval that was left over would surprise. */
    private static void forgetEarlierRuns(Path data) {
        try {
            Files.createDirectories(data);
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

    private static void print(Path data, DevProcess.Running running) {
        Address address = running.listeners().get(0).address();
        boolean isDefault = data.equals(DATA);
        DemoText text = new DemoText(
                "http://" + address,
                running.mcpUrl().map(URI::toString).orElseThrow(),
                running.planeUrl().toString(),
                running.signIn().toString(),
                System.getProperty("hoop.command", "hoop"),
                isDefault ? "" : " --url " + running.planeUrl() + " --token-file " + running.reviewerTokenFile(),
                data.resolve("audit.jsonl").toString());
        System.out.println(text.text());
        System.out.flush();
    }
}
