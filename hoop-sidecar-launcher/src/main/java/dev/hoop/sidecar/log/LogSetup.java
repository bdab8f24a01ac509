package dev.hoop.sidecar.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.LoggerFactory;

/**
 * Sets the log up in code: a configuration file costs a parser and its reflection at every start. Found by Logback as a
 * service, and changed once the sidecar's own configuration is known.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_HIGH_PRIORITY)
public final class LogSetup extends ContextAwareBase implements Configurator {

    private static final String APPENDER = "stderr";

    /** The shapes of a line. */
    public enum Format {
        /** {@code time=... level=info logger=... event=...}. */
        KV,
        /** One JSON object a line. */
        JSON
    }

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        apply(context, Level.INFO, Format.KV, false);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /**
     * Changes level and format for the rest of the process.
     *
     * @param level {@code trace}, {@code debug}, {@code info}, {@code warn} or {@code error}
     * @param stackTraces whether a failure's stack is printed, not its message only
     */
    public static void apply(String level, Format format, boolean stackTraces) {
        apply((LoggerContext) LoggerFactory.getILoggerFactory(), Level.toLevel(level, Level.INFO), format, stackTraces);
    }

    /** Says nothing more of what a library logs. */
    public static void silence(String library) {
        ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger(library).setLevel(Level.OFF);
    }

    private static void apply(LoggerContext context, Level level, Format format, boolean stackTraces) {
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setContext(context);
        appender.setName(APPENDER);
        appender.setEncoder(encoder(context, format, stackTraces));
        appender.setOutputStream(new FileOutputStream(FileDescriptor.err));
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        // The appender before this one is only dropped: stopping it would close standard error.
        root.detachAppender(APPENDER);
        root.addAppender(appender);
        root.setLevel(quiet(level));
        context.getLogger("dev.hoop").setLevel(level);
    }

    /** Libraries say little of use below a warning, unless everything is asked for. */
    private static Level quiet(Level level) {
        return level.isGreaterOrEqual(Level.WARN) || level.equals(Level.TRACE) ? level : Level.WARN;
    }

    private static Encoder<ILoggingEvent> encoder(LoggerContext context, Format format, boolean stackTraces) {
        if (format == Format.JSON) {
            JsonEncoder json = new JsonEncoder();
            json.setContext(context);
            json.setWithSequenceNumber(false);
            json.setWithNanoseconds(false);
            json.setWithContext(false);
            json.setWithMDC(false);
            json.setWithMessage(false);
            json.setWithArguments(false);
            json.setWithFormattedMessage(true);
            json.setWithThrowable(stackTraces);
            json.start();
            return json;
        }
        KeyValueLayout layout = new KeyValueLayout(stackTraces);
        layout.setContext(context);
        layout.start();
        LayoutWrappingEncoder<ILoggingEvent> wrapping = new LayoutWrappingEncoder<>();
        wrapping.setContext(context);
        wrapping.setCharset(StandardCharsets.UTF_8);
        wrapping.setLayout(layout);
        wrapping.start();
        return wrapping;
    }
}
