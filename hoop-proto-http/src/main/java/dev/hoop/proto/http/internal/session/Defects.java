package dev.hoop.proto.http.internal.session;

import java.io.IOException;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;

/** Tells what ends a connection: a peer's doing quietly, a defect of ours aloud. */
final class Defects {

    private Defects() {}

    /** Logs the end of a connection. An exception's text may repeat what a peer sent, so a defect's stays out. */
    static void log(Logger log, String side, Throwable cause) {
        boolean peers = cause instanceof IOException || cause.getCause() instanceof SSLException;
        if (peers) {
            log.debug("event={}_connection_failed error={}", side, cause.toString());
            return;
        }
        StackTraceElement[] trace = cause.getStackTrace();
        log.error(
                "event={}_connection_defect error={} at=\"{}\"",
                side,
                cause.getClass().getName(),
                trace.length > 0 ? trace[0] : "");
    }
}
