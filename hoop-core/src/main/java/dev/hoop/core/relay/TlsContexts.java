package dev.hoop.core.relay;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLException;

/** Reads certificates and keys into TLS contexts, which are immutable and shared by all connections of a listener. */
public final class TlsContexts {

    private TlsContexts() {}

    /**
     * The server side, for clients that connect to a listener. TLS 1.2 and 1.3.
     *
     * @param alpn the protocols to agree on, the preferred first; empty to not use ALPN. A client that offers none of them
     *     is served without one
     * @throws IllegalArgumentException when a file cannot be used; the message names it and says why
     */
    public static SslContext server(KeyFiles files, List<String> alpn) {
        File cert = readable("cert_file", files.certFile());
        File key = readable("key_file", files.keyFile());
        try {
            SslContextBuilder builder = SslContextBuilder.forServer(cert, key).sslProvider(SslProvider.JDK);
            offer(builder, alpn);
            return builder.build();
        } catch (SSLException | IllegalArgumentException e) {
            throw unusable("the certificate " + cert + " with the key " + key, e);
        }
    }

    /**
     * The client side, for the upstream. The upstream's certificate is verified, its name included, unless the settings
     * say otherwise.
     *
     * @param alpn the protocols to agree on, the preferred first; empty to not use ALPN. An upstream that takes none of them
     *     is spoken to all the same
     * @throws IllegalArgumentException when a file cannot be used; the message names it and says why
     */
    public static SslContext client(UpstreamTls settings, List<String> alpn) {
        SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(SslProvider.JDK);
        offer(builder, alpn);
        try {
            if (settings.insecureSkipVerify()) {
                builder.trustManager(InsecureTrustManagerFactory.INSTANCE).endpointIdentificationAlgorithm("");
            } else {
                builder.endpointIdentificationAlgorithm("HTTPS");
                settings.caFile().ifPresent(file -> trust(builder, file));
            }
            settings.identity().ifPresent(files -> identify(builder, files));
            return builder.build();
        } catch (SSLException e) {
            throw unusable("upstream_tls", e);
        }
    }

    private static void offer(SslContextBuilder builder, List<String> alpn) {
        if (!alpn.isEmpty()) {
            builder.applicationProtocolConfig(new ApplicationProtocolConfig(
                    Protocol.ALPN, SelectorFailureBehavior.NO_ADVERTISE, SelectedListenerFailureBehavior.ACCEPT, alpn));
        }
    }

    private static void trust(SslContextBuilder builder, Path file) {
        File ca = readable("ca_file", file);
        try {
            builder.trustManager(ca);
        } catch (IllegalArgumentException e) {
            throw unusable("ca_file " + ca, e);
        }
    }

    private static void identify(SslContextBuilder builder, KeyFiles files) {
        File cert = readable("cert_file", files.certFile());
        File key = readable("key_file", files.keyFile());
        try {
            builder.keyManager(cert, key);
        } catch (IllegalArgumentException e) {
            throw unusable("the certificate " + cert + " with the key " + key, e);
        }
    }

    private static File readable(String setting, Path file) {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException(
                    setting + " " + file + (Files.exists(file) ? " may not be read by this user" : " does not exist"));
        }
        return file.toFile();
    }

    private static IllegalArgumentException unusable(String what, Exception e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new IllegalArgumentException(
                what + " cannot be used (" + root.getMessage()
                        + "): write PEM files, the key in PKCS #8 form without a password",
                e);
    }
}
