package dev.hoop.testbase;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class in which a Netty buffer leaked. Registered for every class by JUnit's auto-detection; needs
 * {@code junit.jupiter.extensions.autodetection.enabled=true}.
 *
 * <p>A buffer that is dropped only after its class ended is found by the check of a later class; the records tell where it
 * came from. Nested classes are checked with the class around them.
 */
public final class LeakDetection implements AfterAllCallback {

    private final LeakCheck check = new LeakCheck(LeakRecorder.install());

    @Override
    public void afterAll(ExtensionContext context) {
        boolean nested =
                context.getParent().flatMap(ExtensionContext::getTestClass).isPresent();
        if (nested) {
            return;
        }
        List<RecordedLeak> leaks = check.leaks();
        if (!leaks.isEmpty()) {
            throw new AssertionError(leaks.size() + " buffer leak(s), found at the end of " + context.getDisplayName()
                    + ":\n" + leaks.stream().map(RecordedLeak::toString).collect(Collectors.joining("\n\n")));
        }
    }
}
