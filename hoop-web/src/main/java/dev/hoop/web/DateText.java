package dev.hoop.web;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The time as {@code Date} has it (RFC 9110, section 6.6.1), written once a second. Safe for use by many threads. */
final class DateText {

    private record Written(long second, String text) {}

    private volatile Written last = new Written(Long.MIN_VALUE, "");

    String now() {
        long second = System.currentTimeMillis() / 1000;
        Written written = last;
        if (written.second() != second) {
            written = new Written(
                    second,
                    DateTimeFormatter.RFC_1123_DATE_TIME.format(
                            Instant.ofEpochSecond(second).atZone(ZoneOffset.UTC)));
            last = written;
        }
        return written.text();
    }
}
