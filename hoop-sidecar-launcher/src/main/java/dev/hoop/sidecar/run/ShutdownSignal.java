package dev.hoop.sidecar.run;

import java.util.concurrent.CountDownLatch;
import sun.misc.Signal;

/**
 * Waits for SIGTERM or SIGINT, so that the process ends in its own time and with its own exit code. A second signal ends it
 * at once.
 */
public final class ShutdownSignal {

    /** What a shell reports for a process that SIGKILL ended: whoever sends a second signal wants that. */
    private static final int IMPATIENT = 137;

    private final CountDownLatch asked = new CountDownLatch(1);

    /** Listens from now on. */
    public static ShutdownSignal install() {
        ShutdownSignal signal = new ShutdownSignal();
        for (String name : new String[] {"TERM", "INT"}) {
            Signal.handle(new Signal(name), unused -> signal.received());
        }
        return signal;
    }

    /** One that only {@link #raise} raises. */
    public static ShutdownSignal internal() {
        return new ShutdownSignal();
    }

    /** One that was raised already. */
    public static ShutdownSignal raised() {
        ShutdownSignal signal = new ShutdownSignal();
        signal.raise();
        return signal;
    }

    /** As if the process had been asked to end. */
    public void raise() {
        asked.countDown();
    }

    private void received() {
        if (isRaised()) {
            Runtime.getRuntime().halt(IMPATIENT);
        }
        asked.countDown();
    }

    /** Whether it came already. */
    public boolean isRaised() {
        return asked.getCount() == 0;
    }

    /** Blocks until the first signal. */
    public void await() throws InterruptedException {
        asked.await();
    }
}
