package dev.hoop.controlplane;

import java.net.URI;
import java.util.List;
import java.util.Set;

/** A way to tell people or programs of reviews. */
public sealed interface NotificationChannel {

    /** What is told, and how much of it. */
    Terms terms();

    /** Where it goes, for logs and lists: free of secrets. */
    String label();

    /**
     * What is told, and how much of it.
     *
     * @param events what is told of; at least one
     * @param approvalRules only reviews of these rules, of all when empty; what is of no review is told all the same
     * @param includeStatement whether the statement is sent along
     */
    record Terms(Set<NotificationEvent> events, Set<String> approvalRules, boolean includeStatement) {

        /** @throws IllegalArgumentException when there is no event */
        public Terms {
            events = Set.copyOf(events);
            approvalRules = Set.copyOf(approvalRules);
            if (events.isEmpty()) {
                throw new IllegalArgumentException("there are no events; name at least one, or leave `events` out");
            }
        }

        /** Whether this is told of, where it is of no review. */
        public boolean wants(NotificationEvent event) {
            return events.contains(event);
        }

        /** Whether this is told of. */
        public boolean wants(NotificationEvent event, String approvalRule) {
            return events.contains(event) && (approvalRules.isEmpty() || approvalRules.contains(approvalRule));
        }
    }

    /**
     * A signed POST of JSON.
     *
     * @param url where to; http or https
     * @param secret signs it
     */
    record Webhook(URI url, SecretText secret, Terms terms) implements NotificationChannel {

        /** @throws IllegalArgumentException when the URL is none that can be posted to */
        public Webhook {
            requireWeb(url);
        }

        @Override
        public String label() {
            return "webhook " + url.getHost();
        }
    }

    /**
     * A message to a Slack-compatible incoming webhook.
     *
     * @param url the webhook's URL, which is a secret
     */
    record Slack(SecretText url, Terms terms) implements NotificationChannel {

        /** @throws IllegalArgumentException when the secret is no URL that can be posted to */
        public Slack {
            requireWeb(address(url));
        }

        /** Where to post. */
        public URI address() {
            return address(url);
        }

        private static URI address(SecretText url) {
            try {
                return URI.create(url.value());
            } catch (IllegalArgumentException e) {
                // Its message shows the URL.
                throw new IllegalArgumentException("the secret is not a URL; write that of the incoming webhook");
            }
        }

        @Override
        public String label() {
            return "slack " + address().getHost();
        }
    }

    /**
     * A mail.
     *
     * @param server sends it
     * @param from the sender's address
     * @param to addresses
     * @param groups groups of users; everyone who is in one when the mail is sent gets it
     */
    record Email(SmtpServer server, String from, List<String> to, List<String> groups, Terms terms)
            implements NotificationChannel {

        /** @throws IllegalArgumentException when there is no recipient, or an address is none */
        public Email {
            to = List.copyOf(to);
            groups = List.copyOf(groups);
            requireAddress(from);
            to.forEach(Email::requireAddress);
            groups.forEach(group -> Names.require("a group", group));
            if (to.isEmpty() && groups.isEmpty()) {
                throw new IllegalArgumentException(
                        "nobody gets the mail; name addresses in `to` or groups in `groups`");
            }
        }

        @Override
        public String label() {
            return "email " + server.host();
        }

        private static void requireAddress(String address) {
            if (!address.matches("[\\x21-\\x7e&&[^<>,;:\"()\\[\\]\\\\@]]{1,64}@[A-Za-z0-9.-]{1,253}")) {
                throw new IllegalArgumentException(
                        "`" + address + "` is not a mail address; write one like reviews@example.com");
            }
        }
    }

    private static void requireWeb(URI url) {
        boolean web = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        if (!web || url.getHost() == null || url.getRawUserInfo() != null || url.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "the URL cannot be posted to; write http:// or https:// and a host, without user and fragment");
        }
    }
}
