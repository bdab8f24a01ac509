package dev.hoop.controlplane.internal.notify;

import java.time.Duration;

/** Brings deliveries to one channel. Blocks. */
interface Sender {

    /**
     * Delivers, or says why not.
     *
     * @throws DeliveryFailure when it did not arrive, as far as one can tell
     */
    void send(Delivery delivery) throws DeliveryFailure, InterruptedException;

    /** No attempt takes longer. */
    Duration longest();
}
