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
    private final Deque<TestPlane> started = new ArrayDeque<>();

    /** @param directory where the test keeps its files, once it has it */
    Planes(Supplier<Path> directory) {
        this.directory = directory;
    }

    /** With the usual rule. */
    TestPlane start() throws IOException {
        return kept(TestPlane.start(directory.get()));
    }

    TestPlane start(ApprovalRule rule) throws IOException {
        return kept(TestPlane.start(directory.get(), List.of(rule)));
    }

    private TestPlane kept(TestPlane plane) {
        started.push(plane);
        return plane;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        while (!started.isEmpty()) {
            started.pop().close();
        }
    }
}
