package dev.hoop.core.relay;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How the upstream's TLS is spoken.
 *
 * @param caFile certificates (PEM) to trust instead of the platform's
 * @param serverName the name to ask for and to verify instead of the dialled host
 * @param identity the certificate to show to an upstream that asks for one
 * @param insecureSkipVerify true lets any certificate of any name pass: for tests only
 */
public record UpstreamTls(
        Optional<Path> caFile, Optional<String> serverName, Optional<KeyFiles> identity, boolean insecureSkipVerify) {

    /** The platform's trust, the dialled host's name, no client certificate. */
    public static final UpstreamTls DEFAULT =
            new UpstreamTls(Optional.empty(), Optional.empty(), Optional.empty(), false);
}
