package dev.hoop.testbase;

import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Makes Netty's leak detectors tell their findings to a test run instead of to a log. Netty asks its factory once per
 * class, when that class is loaded, so this one must be installed before any buffer exists.
 */
public final class LeakRecorder extends ResourceLeakDetectorFactory {

    private final Queue<RecordedLeak> leaks = new ConcurrentLinkedQueue<>();

    /** The recorder of this process, installing one when there is none. */
    public static LeakRecorder install() {
        Optional<LeakRecorder> installed = installed();
        if (installed.isPresent()) {
            return installed.get();
        }
        LeakRecorder recorder = new LeakRecorder();
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(recorder);
        return recorder;
    }

    private static Optional<LeakRecorder> installed() {
        return ResourceLeakDetectorFactory.instance() instanceof LeakRecorder recorder
                ? Optional.of(recorder)
                : Optional.empty();
    }

    /** What was found since the last call, in the order of the findings. */
    public List<RecordedLeak> drain() {
        List<RecordedLeak> drained = new ArrayList<>();
        for (RecordedLeak leak = leaks.poll(); leak != null; leak = leaks.poll()) {
            drained.add(leak);
        }
        return drained;
    }

    @Override
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> resource, int samplingInterval) {
        return new RecordingDetector<>(resource, samplingInterval, leaks);
    }

    @Override
    @Deprecated
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
            Class<T> resource, int samplingInterval, long maxActive) {
        return newResourceLeakDetector(resource, samplingInterval);
    }

    private static final class RecordingDetector<T> extends ResourceLeakDetector<T> {

        private final Queue<RecordedLeak> leaks;

        RecordingDetector(Class<?> resourceType, int samplingInterval, Queue<RecordedLeak> leaks) {
            super(resourceType, samplingInterval);
            this.leaks = leaks;
        }

        /** Findings count whether or not Netty's own logger is on. */
        @Override
        protected boolean needReport() {
            return true;
        }

        @Override
        protected void reportTracedLeak(String resourceType, String records) {
            leaks.add(new RecordedLeak(resourceType, records));
        }

        @Override
        protected void reportUntracedLeak(String resourceType) {
            leaks.add(new RecordedLeak(resourceType, ""));
        }
    }
}
