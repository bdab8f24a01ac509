package dev.hoop.controlplane.internal.notify;

import dev.hoop.controlplane.NotificationChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A channel and the name by which its deliveries are kept: a digest of where it goes, so that what is due finds its way over a
 * restart, however the file was rearranged, and never goes elsewhere.
 */
record Lane(String key, NotificationChannel channel) {

    private static final int KEY_BYTES = 16;

    static Lane of(NotificationChannel channel) {
        if (channel instanceof NotificationChannel.Webhook webhook) {
            return new Lane(key("webhook", webhook.url().toString()), channel);
        }
        if (channel instanceof NotificationChannel.Slack slack) {
            return new Lane(key("slack", slack.url().value()), channel);
        }
        NotificationChannel.Email email = (NotificationChannel.Email) channel;
        String target = email.server().host()
                + ' '
                + email.server().port()
                + ' '
                + email.from()
                + ' '
                + email.to()
                + ' '
                + email.groups();
        return new Lane(key("email", target), channel);
    }

    private static String key(String kind, String target) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest((kind + ' ' + target).getBytes(StandardCharsets.UTF_8));
            return kind + '-' + HexFormat.of().formatHex(digest, 0, KEY_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
