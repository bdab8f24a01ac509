package dev.hoop.controlplane.internal.notify;

import dev.hoop.controlplane.NotificationChannel.Email;
import dev.hoop.controlplane.SmtpServer;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Directory;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Date;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import javax.net.ssl.SSLSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Mails in plain text. */
final class EmailSender implements Sender {

    private static final Logger LOG = LoggerFactory.getLogger(EmailSender.class);

    /** Each step of the exchange may take that long; there are some ten. */
    private static final Duration STEP = Duration.ofSeconds(6);

    private static final Duration LONGEST = STEP.multipliedBy(11);

    private static final int MAX_STATEMENT = 20_000;
    private static final int NAME_WIDTH = 16;

    private final Email email;
    private final Database database;
    private final Session session;

    /** @throws IOException when the file with trusted certificates cannot be used */
    EmailSender(Email email, Database database) throws IOException {
        this.email = email;
        this.database = database;
        this.session = Session.getInstance(properties(email.server()));
    }

    @Override
    public Duration longest() {
        return LONGEST.plus(STEP);
    }

    @Override
    public void send(Delivery delivery) throws DeliveryFailure {
        Set<String> recipients = recipients();
        if (recipients.isEmpty()) {
            // Groups without members: there is nobody to tell, now or later.
            return;
        }
        SmtpServer server = email.server();
        try (Transport transport = session.getTransport("smtp")) {
            MimeMessage message = message(delivery, recipients);
            Optional<SmtpServer.Login> login = server.login();
            if (login.isPresent()) {
                transport.connect(
                        server.host(),
                        server.port(),
                        login.get().user(),
                        login.get().password().value());
            } else {
                // Without a user nobody logs in; an empty one would.
                transport.connect(server.host(), server.port(), null, null);
            }
            transport.sendMessage(message, message.getAllRecipients());
        } catch (SendFailedException e) {
            if (e.getValidSentAddresses() == null || e.getValidSentAddresses().length == 0) {
                throw new DeliveryFailure("the mail server takes none of the recipients");
            }
            LOG.warn("event=plane.notify.partly delivery={} refused={}", delivery.id(), count(e.getInvalidAddresses()));
        } catch (AuthenticationFailedException e) {
            throw new DeliveryFailure("the mail server does not accept the login");
        } catch (MessagingException e) {
            throw new DeliveryFailure(
                    e.getCause() instanceof IOException
                            ? "the mail server could not be reached, or TLS with it failed"
                            : "the mail server refused");
        }
    }

    private static int count(Object @org.jspecify.annotations.Nullable [] addresses) {
        return addresses == null ? 0 : addresses.length;
    }

    private Set<String> recipients() {
        Set<String> recipients = new TreeSet<>(email.to());
        if (!email.groups().isEmpty()) {
            recipients.addAll(database.read(handle -> Directory.addresses(handle, new TreeSet<>(email.groups()))));
        }
        return recipients;
    }

    private MimeMessage message(Delivery delivery, Set<String> recipients) throws MessagingException {
        NotificationText text = NotificationText.of(delivery);
        MimeMessage message = new RepeatableMessage(session, delivery.id(), email.from());
        message.setFrom(new InternetAddress(email.from()));
        for (String recipient : recipients) {
            add(message, recipient);
        }
        message.setSubject("[hoop] " + text.headline(), StandardCharsets.UTF_8.name());
        message.setText(body(delivery, text), StandardCharsets.UTF_8.name());
        message.setSentDate(new Date());
        // RFC 3834: nobody's holiday message is wanted.
        message.setHeader("Auto-Submitted", "auto-generated");
        message.setHeader("Hoop-Delivery-Id", delivery.id());
        return message;
    }

    private static void add(MimeMessage message, String recipient) throws MessagingException {
        try {
            message.addRecipient(Message.RecipientType.TO, new InternetAddress(recipient, true));
        } catch (AddressException e) {
            // A user's address of which mail knows nothing: the others are told all the same.
            LOG.warn("event=plane.notify.no_address");
        }
    }

    private static String body(Delivery delivery, NotificationText text) {
        StringBuilder body = new StringBuilder(text.headline())
                .append(".\n\n")
                .append(delivery.page())
                .append("\n\n");
        for (NotificationText.Fact fact : text.facts()) {
            String name = fact.name() + ":";
            body.append(name)
                    .append(" ".repeat(Math.max(1, NAME_WIDTH - name.length())))
                    .append(fact.value())
                    .append('\n');
        }
        delivery.statement()
                .ifPresent(statement -> body.append('\n')
                        .append(Statements.cut(Statements.marked(statement), MAX_STATEMENT))
                        .append('\n'));
        return body.toString();
    }

    /** Keys of the package {@code org.eclipse.angus.mail.smtp}. */
    private static Properties properties(SmtpServer server) throws IOException {
        String step = Long.toString(STEP.toMillis());
        Properties properties = new Properties();
        properties.setProperty("mail.smtp.connectiontimeout", step);
        properties.setProperty("mail.smtp.timeout", step);
        properties.setProperty("mail.smtp.writetimeout", step);
        properties.setProperty("mail.smtp.sendpartial", "true");
        properties.setProperty("mail.smtp.auth", Boolean.toString(server.login().isPresent()));
        properties.setProperty("mail.smtp.ssl.checkserveridentity", "true");
        switch (server.security()) {
            case STARTTLS -> {
                properties.setProperty("mail.smtp.starttls.enable", "true");
                properties.setProperty("mail.smtp.starttls.required", "true");
            }
            case TLS -> properties.setProperty("mail.smtp.ssl.enable", "true");
            case NONE -> properties.setProperty("mail.smtp.starttls.enable", "false");
        }
        MailSockets sockets = new MailSockets(trusted(server), LONGEST);
        properties.put("mail.smtp.socketFactory", sockets.withoutTls());
        properties.put("mail.smtp.ssl.socketFactory", sockets);
        // What these refuse is not to be tried again with others.
        properties.setProperty("mail.smtp.socketFactory.fallback", "false");
        return properties;
    }

    private static SSLSocketFactory trusted(SmtpServer server) throws IOException {
        if (server.caFile().isEmpty()) {
            return (SSLSocketFactory) SSLSocketFactory.getDefault();
        }
        try {
            return Trust.in(server.caFile().get());
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "the file " + server.caFile().get() + " holds no certificates that can be trusted", e);
        }
    }

    /** Its id follows from the delivery's, so that a mail that was sent twice can be known as one. */
    private static final class RepeatableMessage extends MimeMessage {

        private final String id;

        RepeatableMessage(Session session, String delivery, String from) {
            super(session);
            this.id = "<" + delivery + from.substring(from.lastIndexOf('@')) + ">";
        }

        @Override
        protected void updateMessageID() throws MessagingException {
            setHeader("Message-ID", id);
        }
    }
}
