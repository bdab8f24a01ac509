package dev.hoop.testbase;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** Installs the {@link LeakRecorder} when a test run opens, before any test class is loaded. */
public final class LeakRecorderInstaller implements LauncherSessionListener {

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        LeakRecorder.install();
    }
}
