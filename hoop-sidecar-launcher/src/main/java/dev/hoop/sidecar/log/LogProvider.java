package dev.hoop.sidecar.log;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Logback without its search for a configuration, which takes longer than reading a sidecar's own: the runnable jar names
 * this provider instead of Logback's. Elsewhere Logback finds {@link LogSetup} itself.
 */
public final class LogProvider implements SLF4JServiceProvider {

    /** The version of the interface that this is written to, as SLF4J asks for it. */
    private static final String REQUESTED_API_VERSION = "2.0.99";

    private final LoggerContext context = new LoggerContext();
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final LogbackMDCAdapter contextMap = new LogbackMDCAdapter();

    @Override
    public void initialize() {
        context.setMDCAdapter(contextMap);
        LogSetup setup = new LogSetup();
        setup.setContext(context);
        setup.configure(context);
        context.start();
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return context;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return contextMap;
    }

    @Override
    public String getRequestedApiVersion() {
        return REQUESTED_API_VERSION;
    }
}
