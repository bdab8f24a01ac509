package dev.hoop.core;

import dev.hoop.config.ConfigException;
import dev.hoop.config.Problem;
import dev.hoop.config.Problems;
import dev.hoop.core.relay.Address;
import dev.hoop.core.relay.BindFailure;
import dev.hoop.core.settings.ListenerSettings;
import dev.hoop.core.settings.SidecarSettings;
import dev.hoop.core.spi.ListenerFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All listeners of one sidecar. See the package for its life. */
public final class Engine implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

    private final List<Lane> lanes;
    private volatile List<RunningListener> running = List.of();

    private Engine(List<Lane> lanes) {
        this.lanes = lanes;
    }

    /**
     * Builds every listener without opening a socket.
     *
     * @throws ConfigException with every listener that cannot work, and why
     */
    public static Engine build(SidecarSettings settings, EngineParts parts) throws ConfigException {
        Map<String, ListenerFactory<?>> factories =
                parts.factories().stream().collect(Collectors.toMap(ListenerFactory::protocol, Function.identity()));
        Problems problems = new Problems();
        List<Lane> lanes = new ArrayList<>();
        for (ListenerSettings listener : settings.listeners()) {
            ListenerFactory<?> factory = factories.get(listener.protocol());
            if (factory == null) {
                throw new IllegalArgumentException("settings were read with other protocols than these");
            }
            try {
                lanes.add(Lane.build(listener, factory, parts, settings.mcp().isPresent()));
            } catch (IllegalArgumentException e) {
                problems.add(Problem.ofSentence(
                        listener.position(), "listener `" + listener.name() + "`: " + e.getMessage()));
            }
        }
        if (!problems.isEmpty()) {
            lanes.forEach(lane -> lane.listener().close());
        }
        problems.throwIfAny();
        return new Engine(List.copyOf(lanes));
    }

    /**
     * Takes every address, then accepts on all of them. Blocks until that is done.
     *
     * @throws BindFailure when one cannot be had; then none is kept, and nobody was served
     */
    public void bind() throws BindFailure {
        List<RunningListener> bound = new ArrayList<>();
        try {
            for (Lane lane : lanes) {
                Address address = lane.server().reserve();
                bound.add(new RunningListener(
                        lane.settings().name(), lane.settings().protocol(), address));
            }
        } catch (BindFailure e) {
            lanes.forEach(lane -> lane.server().unbind());
            throw e;
        }
        lanes.forEach(lane -> lane.server().accept());
        running = List.copyOf(bound);
        for (RunningListener one : bound) {
            LOG.info(
                    "event=listener.bound listener={} protocol={} address={}",
                    one.name(),
                    one.protocol(),
                    one.address());
        }
    }

    /** The listeners that accept, in the order of the configuration; empty before {@link #bind}. From any thread. */
    public List<RunningListener> running() {
        return running;
    }

    /** What each listener did, in the order of the configuration. From any thread. */
    public List<ListenerStats> stats() {
        return lanes.stream().map(Lane::stats).toList();
    }

    /**
     * Stops accepting, ends holds with a clear error, lets what is in flight finish, and cuts off what is left at the
     * deadline.
     *
     * @return done when no connection is left, with the number of those that were cut off
     */
    public CompletionStage<Integer> drain(Duration deadline) {
        List<CompletableFuture<Integer>> ends = lanes.stream()
                .map(lane -> lane.server().drain(deadline).toCompletableFuture())
                .toList();
        running = List.of();
        return CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
                .thenApply(
                        all -> ends.stream().mapToInt(CompletableFuture::join).sum());
    }

    /** Frees what the listeners keep; after {@link #drain}, or when it was never bound. */
    @Override
    public void close() {
        lanes.forEach(lane -> {
            lane.server().unbind();
            lane.listener().close();
        });
    }
}
