package dev.hoop.sidecar.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** {@code time=2026-01-02T03:04:05.678Z level=info logger=ListenerServer event=...}: one line an event. */
final class KeyValueLayout extends LayoutBase<ILoggingEvent> {

    private final boolean stackTraces;

    KeyValueLayout(boolean stackTraces) {
        this.stackTraces = stackTraces;
    }

    @Override
    public String doLayout(ILoggingEvent event) {
        String logger = event.getLoggerName();
        StringBuilder line = new StringBuilder(160)
                .append("time=")
                .append(Instant.ofEpochMilli(event.getTimeStamp()).truncatedTo(ChronoUnit.MILLIS))
                .append(" level=")
                .append(event.getLevel().levelStr.toLowerCase(Locale.ROOT))
                .append(" logger=")
                .append(logger, logger.lastIndexOf('.') + 1, logger.length())
                .append(' ');
        appendOneLine(line, event.getFormattedMessage());
        IThrowableProxy thrown = event.getThrowableProxy();
        if (thrown != null) {
            line.append(" exception=\"");
            appendOneLine(line, thrown.getClassName() + ": " + thrown.getMessage());
            line.append('"');
            if (stackTraces) {
                line.append('\n').append(ThrowableProxyUtil.asString(thrown).stripTrailing());
            }
        }
        return line.append('\n').toString();
    }

    /** What came from outside cannot start a line of its own, nor steer a terminal. */
    private static void appendOneLine(StringBuilder line, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            line.append(Character.isISOControl(c) ? ' ' : c);
        }
    }
}
