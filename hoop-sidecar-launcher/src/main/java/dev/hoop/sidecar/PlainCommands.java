package dev.hoop.sidecar;

import dev.hoop.sidecar.command.SidecarProcess;
import dev.hoop.sidecar.dev.DemoCommand;
import dev.hoop.sidecar.dev.DevCommand;
import dev.hoop.sidecar.dev.WarmUpCommand;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** The commands that serve, in the shape that {@link PlainArguments} reads. */
final class PlainCommands {

    private static final String CONFIG = "--config";
    private static final String TOKEN_FILE = "--token-file";
    private static final String DATA = "--data";
    private static final String PLANE_LISTEN = "--plane-listen";
    private static final String WARM_UP_KIND = "--kind";

    private PlainCommands() {}

    /** What to run; empty for everything that is not plain. */
    static Optional<Runnable> find(String... args) {
        String first = args.length == 0 ? "" : args[0];
        try {
            return switch (first) {
                case "run" -> sidecar(args, 1);
                case "dev" -> dev(args);
                case "demo" -> demo(args);
                case "warm-up" -> warmUp(args);
                default -> first.startsWith(CONFIG) ? sidecar(args, 0) : Optional.empty();
            };
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static Optional<Runnable> sidecar(String[] args, int from) {
        return PlainArguments.read(args, from, Set.of(CONFIG, TOKEN_FILE)).map(plain -> {
            Optional<Path> config = path(plain, CONFIG);
            Optional<Path> tokenFile = path(plain, TOKEN_FILE);
            return () -> SidecarProcess.run(config, tokenFile, false);
        });
    }

    private static Optional<Runnable> dev(String[] args) {
        return PlainArguments.read(args, 1, Set.of(CONFIG, DATA, PLANE_LISTEN)).map(plain -> {
            Optional<Path> config = path(plain, CONFIG);
            Optional<Path> data = path(plain, DATA);
            return () -> DevCommand.run(config, data, plain.value(PLANE_LISTEN), false);
        });
    }

    private static Optional<Runnable> demo(String[] args) {
        return PlainArguments.read(args, 1, Set.of(DATA, PLANE_LISTEN)).map(plain -> {
            Optional<Path> data = path(plain, DATA);
            return () -> DemoCommand.run(data, plain.value(PLANE_LISTEN), false);
        });
    }

    private static Optional<Runnable> warmUp(String[] args) {
        return PlainArguments.read(args, 1, Set.of(WARM_UP_KIND))
                .map(plain -> () -> WarmUpCommand.run(plain.value(WARM_UP_KIND).orElse("all")));
    }

    private static Optional<Path> path(PlainArguments plain, String name) {
        return plain.value(name).map(Path::of);
    }
}
