package dev.hoop.controlplane;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A mail server.
 *
 * @param host its name
 * @param port its port
 * @param security how the connection is protected
 * @param login who signs in; nobody when empty
 * @param caFile certificates that are trusted for it, in PEM; those of the JDK when empty
 */
public record SmtpServer(String host, int port, Security security, Optional<Login> login, Optional<Path> caFile) {

    /** How the connection is protected. */
    public enum Security {
        /** TLS after STARTTLS, or no mail (RFC 3207). */
        STARTTLS,

        /** TLS from the first byte (RFC 8314). */
        TLS,

        /** Not at all. */
        NONE
    }

    /** A user of the server. */
    public record Login(String user, SecretText password) {}

    /** @throws IllegalArgumentException when the host or port is none, or a password would be sent in the clear */
    public SmtpServer {
        if (!host.matches("[A-Za-z0-9.:-]{1,253}") || port < 1 || port > 65_535) {
            throw new IllegalArgumentException("smtp is not a host and a port; write one like smtp.example.com:587");
        }
        if (security == Security.NONE && login.isPresent()) {
            throw new IllegalArgumentException(
                    "the password would be sent without TLS; write `security: starttls` or `security: tls`");
        }
    }
}
