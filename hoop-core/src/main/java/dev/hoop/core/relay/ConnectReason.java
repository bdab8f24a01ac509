package dev.hoop.core.relay;

import io.netty.channel.ConnectTimeoutException;
import java.io.FileNotFoundException;
import java.net.NoRouteToHostException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;

/** Turns a failure of the platform into words that name what to look at, free of what the upstream sent. */
final class ConnectReason {

    private ConnectReason() {}

    static String of(Throwable cause) {
        String text = String.valueOf(cause.getMessage());
        if (cause instanceof ConnectTimeoutException) {
            return "it does not answer";
        }
        if (text.contains("refused")) {
            return "connection refused; is it running?";
        }
        if (cause instanceof NoRouteToHostException || text.contains("unreachable")) {
            return "no route to it";
        }
        if (cause instanceof FileNotFoundException || text.contains("No such file")) {
            return "there is no such socket";
        }
        if (text.contains("Permission denied")) {
            return "permission denied";
        }
        return "no connection (" + cause.getClass().getSimpleName() + ")";
    }

    static String ofTls(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null && !(root instanceof CertificateException)) {
            root = root.getCause();
        }
        if (root instanceof CertificateException) {
            String text = String.valueOf(root.getMessage());
            return text.contains("subject alternative") || text.contains("No name matching")
                    ? "its certificate is for another name; set upstream_tls.server_name to the one it has"
                    : "its certificate cannot be verified; set upstream_tls.ca_file to what signs it";
        }
        if (root instanceof java.security.cert.CertPathBuilderException
                || root instanceof java.security.cert.CertPathValidatorException) {
            return "its certificate cannot be verified; set upstream_tls.ca_file to what signs it";
        }
        if (root instanceof SSLException && String.valueOf(root.getMessage()).contains("not an SSL/TLS record")) {
            return "it does not speak TLS on this port; remove upstream_tls or change the port";
        }
        return "the TLS handshake failed";
    }
}
