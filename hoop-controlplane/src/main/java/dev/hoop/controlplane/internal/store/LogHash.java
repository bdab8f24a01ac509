package dev.hoop.controlplane.internal.store;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * The chain of the decision log: SHA-256 over the hash before and the entry, each value as its length in bytes, a colon and
 * its UTF-8. With lengths, no two different entries are the same bytes.
 */
final class LogHash {

    /** What stands before the first entry. */
    static final String NONE = "0".repeat(64);

    private LogHash() {}

    static String next(String previous, long seq, LogEntry entry) {
        MessageDigest digest = sha256();
        digest.update(written(List.of(previous, Long.toString(seq))));
        digest.update(entry(entry));
        return HexFormat.of().formatHex(digest.digest());
    }

    /** What is digested of an entry, behind the hash before it and its number. */
    static byte[] entry(LogEntry entry) {
        return written(List.of(
                Long.toString(entry.at().toEpochMilli()),
                entry.kind(),
                entry.about(),
                entry.who().email(),
                entry.who().name(),
                entry.who().groupNames(),
                // A reason that is empty and none are the same: nobody gave one.
                entry.reason().orElse(""),
                entry.payloadSha256().orElse("")));
    }

    private static byte[] written(List<String> values) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256);
        for (String value : values) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            out.writeBytes((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
            out.writeBytes(bytes);
        }
        return out.toByteArray();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
