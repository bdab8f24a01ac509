package dev.hoop.controlplane;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The planes that one test starts, which end with it. */
final class Planes implements AfterEachCallback {

    private final Supplier<Path> directory;
    private final Supplier<StorageKind> storage;
    private final Deque<TestPlane> started = new ArrayDeque<>();

    /** @param directory where the test keeps its files, once it has it */
    Planes(Supplier<Path> directory) {
        this(directory, () -> StorageKind.SQLITE);
    }

    /** @param storage where the planes keep everything, once the test has it */
    Planes(Supplier<Path> directory, Supplier<StorageKind> storage) {
        this.directory = directory;
        this.storage = storage;
    }

    /** Where the test keeps its files. */
    Path directory() {
        return directory.get();
    }

    /** Where its planes keep everything. */
    StorageSettings storage() {
        return storage.get().at(directory.get());
    }

    /** With the usual rule. */
    TestPlane start() throws IOException {
        return kept(TestPlane.start(directory.get(), storage.get()));
    }

    TestPlane start(ApprovalRule... rules) throws IOException {
        return kept(TestPlane.start(directory.get(), storage.get(), List.of(rules)));
    }

    /** With the usual rule, telling others. */
    TestPlane start(Notifications notifications) throws IOException {
        List<ApprovalRule> rules = List.of(ApprovalRule.ofGroup("billing-approvers", "billing"));
        ControlPlaneSettings settings = TestPlane.settings(directory.get(), rules)
                .withStorage(storage.get().at(directory.get()))
                .withNotifications(notifications);
        return kept(TestPlane.start(settings, new HandClock()));
    }

    /** As these settings say, on the test's storage. */
    TestPlane start(ControlPlaneSettings settings, HandClock clock) throws IOException {
        return kept(TestPlane.start(settings.withStorage(storage.get().at(directory.get())), clock));
    }

    private TestPlane kept(TestPlane plane) {
        started.push(plane);
        return plane;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        end();
    }

    /** Ends those that run. */
    void end() {
        while (!started.isEmpty()) {
            started.pop().close();
        }
    }
}
