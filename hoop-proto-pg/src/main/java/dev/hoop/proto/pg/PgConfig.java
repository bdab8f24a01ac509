package dev.hoop.proto.pg;

import dev.hoop.config.Default;
import dev.hoop.config.Range;
import java.util.List;
import java.util.Optional;

/**
 * The {@code postgres} block of a listener.
 *
 * @param startupMetadata names of settings that a client gives when it connects, as parameters of its own or within
 *     {@code options}, of which the audit trail tells; every setting within {@code options} where this is left out
 * @param maxStatementBytes the longest text or set of parameters that is read whole, in bytes; a longer one is refused.
 *     Data of COPY is streamed and has no limit
 * @param maxKeptBytes the most that all connections of the listener together keep, half of it of messages that have come in
 *     part or wait, half of it of prepared statements and portals, in bytes; a quarter of the process's heap where this is left out. 64 KiB of each
 *     connection do not count
 */
public record PgConfig(
        Optional<List<String>> startupMetadata,

        @Default("16777216") @Range(min = 1024, max = PgConfig.MAX_STATEMENT_BYTES)
        int maxStatementBytes,

        @Range(min = PgConfig.MIN_KEPT_BYTES, max = Long.MAX_VALUE)
        Optional<Long> maxKeptBytes) {

    /** {@link #maxStatementBytes} unless set. */
    public static final int DEFAULT_STATEMENT_BYTES = 16 * 1024 * 1024;

    /** The most that {@link #maxStatementBytes} may be: each connection may keep as much in memory. */
    public static final int MAX_STATEMENT_BYTES = 256 * 1024 * 1024;

    /** The least that {@link #maxKeptBytes} may be. */
    public static final long MIN_KEPT_BYTES = 1024 * 1024;

    /** What an empty block says. */
    public static final PgConfig DEFAULT = new PgConfig(Optional.empty(), DEFAULT_STATEMENT_BYTES, Optional.empty());

    public PgConfig {
        startupMetadata = startupMetadata.map(List::copyOf);
        if (startupMetadata.stream().flatMap(List::stream).anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("`startup_metadata` holds an empty name; remove it");
        }
    }
}
