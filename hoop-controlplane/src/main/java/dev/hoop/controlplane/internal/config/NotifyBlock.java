package dev.hoop.controlplane.internal.config;

import dev.hoop.config.Binder;
import dev.hoop.config.ConfigNode;
import dev.hoop.config.Default;
import dev.hoop.config.Key;
import dev.hoop.config.Located;
import dev.hoop.config.Position;
import dev.hoop.config.Problems;
import dev.hoop.config.Range;
import dev.hoop.controlplane.NotificationChannel;
import dev.hoop.controlplane.NotificationEvent;
import dev.hoop.controlplane.Notifications;
import dev.hoop.controlplane.SecretText;
import dev.hoop.controlplane.SmtpServer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code notify}: whom the plane tells of reviews. */
final class NotifyBlock {

    static final List<String> KEYS = Binder.keysOf(Document.class);

    /** Programs are told everything, people what waits for them. */
    private static final Set<NotificationEvent> EVERYTHING = EnumSet.allOf(NotificationEvent.class);

    private static final Set<NotificationEvent> WHAT_WAITS = EnumSet.of(NotificationEvent.FILED);

    private NotifyBlock() {}

    record Document(@Key("notify") @Default("{}") Block block) {}

    record Block(
            List<Webhook> webhooks,
            List<Slack> slack,
            List<Email> email,

            @Default("86400") @Range(min = 60, max = 2_592_000)
            int giveUpAfterSec) {}

    record Webhook(
            Position position,
            URI url,
            Located<Path> secretFile,
            List<NotificationEvent> events,
            List<String> approvalRules,
            @Default("false") boolean includeStatement) {}

    record Slack(
            Position position,
            Located<Path> urlFile,
            List<NotificationEvent> events,
            List<String> approvalRules,
            @Default("false") boolean includeStatement) {}

    record Email(
            Position position,
            HostAndPort smtp,
            @Default("starttls") SmtpServer.Security security,
            Optional<String> user,
            Optional<Located<Path>> passwordFile,
            Optional<Located<Path>> caFile,
            String from,
            List<String> to,
            List<String> groups,
            List<NotificationEvent> events,
            List<String> approvalRules,
            @Default("false") boolean includeStatement) {}

    /** {@code smtp.example.com:587}. */
    record HostAndPort(String host, int port) {

        /** @throws IllegalArgumentException when it is none */
        public static HostAndPort parse(String text) {
            int colon = text.lastIndexOf(':');
            if (colon < 1 || !text.substring(colon + 1).matches("[0-9]{1,5}")) {
                throw new IllegalArgumentException(
                        "`" + text + "` is not host:port; write an address like smtp.example.com:587");
            }
            return new HostAndPort(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
        }
    }

    static Optional<Notifications> read(ConfigNode.Mapping root, Problems problems) {
        return PlaneFile.part(root, Document.class, problems).flatMap(document -> {
            int before = problems.count();
            List<NotificationChannel> channels = channels(document.block(), problems);
            Duration giveUpAfter = Duration.ofSeconds(document.block().giveUpAfterSec());
            return problems.count() == before
                    ? Optional.of(new Notifications(channels, giveUpAfter))
                    : Optional.empty();
        });
    }

    private static List<NotificationChannel> channels(Block block, Problems problems) {
        List<NotificationChannel> channels = new ArrayList<>();
        for (Webhook webhook : block.webhooks()) {
            SecretFile.token(webhook.secretFile(), problems)
                    .flatMap(secret -> Checked.made(
                            webhook.position(),
                            problems,
                            () -> new NotificationChannel.Webhook(
                                    webhook.url(),
                                    SecretText.of(secret.value()),
                                    terms(
                                            webhook.events(),
                                            EVERYTHING,
                                            webhook.approvalRules(),
                                            webhook.includeStatement()))))
                    .ifPresent(channels::add);
        }
        for (Slack slack : block.slack()) {
            SecretFile.text(slack.urlFile(), problems)
                    .flatMap(url -> Checked.made(
                            slack.position(),
                            problems,
                            () -> new NotificationChannel.Slack(
                                    url,
                                    terms(
                                            slack.events(),
                                            WHAT_WAITS,
                                            slack.approvalRules(),
                                            slack.includeStatement()))))
                    .ifPresent(channels::add);
        }
        block.email().forEach(email -> email(email, problems).ifPresent(channels::add));
        return channels;
    }

    private static Optional<NotificationChannel> email(Email email, Problems problems) {
        int before = problems.count();
        Optional<SmtpServer.Login> login = login(email, problems);
        email.caFile()
                .filter(file -> !Files.isReadable(file.value()))
                .ifPresent(file -> problems.add(
                        file.position(),
                        "the file " + file.value() + " cannot be read",
                        "name a file with certificates in PEM"));
        if (problems.count() > before) {
            return Optional.empty();
        }
        return Checked.made(email.position(), problems, () -> {
            SmtpServer server = new SmtpServer(
                    email.smtp().host(),
                    email.smtp().port(),
                    email.security(),
                    login,
                    email.caFile().map(Located::value));
            return new NotificationChannel.Email(
                    server,
                    email.from(),
                    email.to(),
                    email.groups(),
                    terms(email.events(), WHAT_WAITS, email.approvalRules(), email.includeStatement()));
        });
    }

    private static Optional<SmtpServer.Login> login(Email email, Problems problems) {
        if (email.user().isPresent() != email.passwordFile().isPresent()) {
            problems.add(
                    email.position(), "`user` and `password_file` belong together", "write both of them, or neither");
            return Optional.empty();
        }
        return email.passwordFile()
                .flatMap(file -> SecretFile.text(file, problems))
                .map(password -> new SmtpServer.Login(email.user().orElseThrow(), password));
    }

    private static NotificationChannel.Terms terms(
            List<NotificationEvent> events,
            Set<NotificationEvent> usual,
            List<String> rules,
            boolean includeStatement) {
        return new NotificationChannel.Terms(
                events.isEmpty() ? usual : Set.copyOf(events), Set.copyOf(rules), includeStatement);
    }
}
