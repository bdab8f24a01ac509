package dev.hoop.testbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

class LeakDetectionTest {

    /** Set only while this class runs the classes below: they must not run by themselves. */
    static final String INNER_RUN = "hoop.testbase.inner";

    @Test
    void failsTheClassThatLeaked() {
        TestExecutionSummary summary = run(Leaking.class);

        assertThat(summary.getTestsSucceededCount()).isOne();
        assertThat(summary.getTotalFailureCount()).isOne();
        assertThat(summary.getFailures().get(0).getException())
                .hasMessageContaining("1 buffer leak(s)")
                .hasMessageContaining("where the buffer was lost");
    }

    @Test
    void passesTheClassThatReleased() {
        TestExecutionSummary summary = run(Releasing.class);

        assertThat(summary.getTestsSucceededCount()).isOne();
        assertThat(summary.getTotalFailureCount()).isZero();
    }

    private static TestExecutionSummary run(Class<?> testClass) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        System.setProperty(INNER_RUN, "true");
        try {
            LauncherFactory.create()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selectClass(testClass))
                                    .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                                    .build(),
                            listener);
        } finally {
            System.clearProperty(INNER_RUN);
        }
        return listener.getSummary();
    }

    static boolean innerRun() {
        return Boolean.getBoolean(INNER_RUN);
    }

    @EnabledIf("dev.hoop.testbase.LeakDetectionTest#innerRun")
    static class Leaking {
        @Test
        void leaks() {
            ByteBufAllocator.DEFAULT.buffer(8).touch("where the buffer was lost");
        }
    }

    @EnabledIf("dev.hoop.testbase.LeakDetectionTest#innerRun")
    static class Releasing {
        @Test
        void releases() {
            ByteBuf buffer = ByteBufAllocator.DEFAULT.buffer(8);
            buffer.release();
        }
    }
}
