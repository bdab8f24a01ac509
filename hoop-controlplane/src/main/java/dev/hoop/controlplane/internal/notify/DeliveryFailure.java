package dev.hoop.controlplane.internal.notify;

import java.time.Duration;
import java.util.Optional;

/** A delivery that did not arrive. The message is of fixed words: no address, no secret, nothing that a server said. */
final class DeliveryFailure extends Exception {

    private static final long serialVersionUID = 1;

    private final transient Optional<Duration> pause;

    DeliveryFailure(String message) {
        this(message, Optional.empty());
    }

    /** @param pause how long the receiver wants to be left alone */
    DeliveryFailure(String message, Optional<Duration> pause) {
        super(message, null, false, false);
        this.pause = pause;
    }

    Optional<Duration> pause() {
        return pause;
    }
}
