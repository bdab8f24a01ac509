package dev.hoop.sidecar.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LogSetupTest {

    private static String line(boolean stackTraces, String message, Throwable thrown) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        LoggingEvent event =
                new LoggingEvent("fqcn", context.getLogger("dev.hoop.core.Engine"), Level.WARN, message, thrown, null);
        event.setTimeStamp(1_790_000_000_123L);
        return new KeyValueLayout(stackTraces).doLayout(event);
    }

    @Test
    void writesOneLineAnEventWhateverTheTextHas() {
        assertThat(line(false, "event=x why=\"a\nlevel=error \u001b[31m\"", new IllegalStateException("b\nc")))
                .isEqualTo("time=2026-09-21T14:13:20.123Z level=warn logger=Engine event=x why=\"a level=error  [31m\""
                        + " exception=\"java.lang.IllegalStateException: b c\"\n");
    }

    @Test
    void printsStacksWhenTheyAreWanted() {
        assertThat(line(true, "event=x", new IllegalStateException("b")))
                .contains("at dev.hoop.sidecar.log.LogSetupTest");
        assertThat(line(false, "event=x", new IllegalStateException("b"))).doesNotContain("\tat ");
    }

    @Test
    void isFoundByTheLibraryAndKeepsLibrariesQuiet() {
        LogSetup.apply("debug", LogSetup.Format.KV, false);
        assertThat(LoggerFactory.getLogger("dev.hoop.core.Engine").isDebugEnabled())
                .isTrue();
        assertThat(LoggerFactory.getLogger("io.netty.Anything").isInfoEnabled()).isFalse();

        LogSetup.apply("info", LogSetup.Format.JSON, false);
        assertThat(LoggerFactory.getLogger("dev.hoop.core.Engine").isDebugEnabled())
                .isFalse();
    }
}
