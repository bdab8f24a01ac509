package dev.hoop.testkit.pg;

import dev.hoop.testkit.pg.PgMessage.Authentication;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;

/** Answers the server's requests for a password, by whatever method. */
final class PgAuthentication {

    private static final String SCRAM = "SCRAM-SHA-256";

    private final PgLogin login;
    private final RawPgClient client;
    private Optional<ScramClient> scram = Optional.empty();

    PgAuthentication(PgLogin login, RawPgClient client) {
        this.login = login;
        this.client = client;
    }

    void answer(Authentication request) {
        switch (request.code()) {
            case Authentication.OK -> {}
            case Authentication.CLEARTEXT -> client.send(PgFrontend.password(password()));
            case Authentication.MD5 -> client.send(PgFrontend.password(md5(request.rest())));
            case Authentication.SASL -> client.send(startScram(request));
            case Authentication.SASL_CONTINUE ->
                client.send(PgFrontend.saslResponse(started().last(PgText.utf8(request.rest()))));
            case Authentication.SASL_FINAL -> started().check(PgText.utf8(request.rest()));
            default -> throw new AssertionError("no such method here: " + request.line());
        }
    }

    private String password() {
        return login.password().orElseThrow(() -> new AssertionError("the server wants a password"));
    }

    /** {@code AuthenticationMD5Password} of the protocol's chapter Message Flow. */
    private String md5(byte[] salt) {
        String inner = md5Hex((password() + login.user()).getBytes(StandardCharsets.UTF_8));
        return "md5" + md5Hex(PgFrontend.together(inner.getBytes(StandardCharsets.US_ASCII), salt));
    }

    private static String md5Hex(byte[] bytes) {
        return HexFormat.of().formatHex(digest("MD5", bytes));
    }

    private static byte[] digest(String algorithm, byte[] bytes) {
        try {
            return MessageDigest.getInstance(algorithm).digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has it: " + algorithm, e);
        }
    }

    private byte[] startScram(Authentication request) {
        String mechanism = login.binding() == PgLogin.Binding.TAKEN ? SCRAM + "-PLUS" : SCRAM;
        if (!request.mechanisms().contains(mechanism)) {
            throw new AssertionError(mechanism + " is not offered: " + request.line());
        }
        ScramClient started = switch (login.binding()) {
            case UNKNOWN -> new ScramClient(password(), "n,,", new byte[0]);
            case NOT_OFFERED -> new ScramClient(password(), "y,,", new byte[0]);
            case TAKEN -> new ScramClient(password(), "p=tls-server-end-point,,", endPoint());
        };
        scram = Optional.of(started);
        return PgFrontend.saslInitialResponse(mechanism, started.first());
    }

    private ScramClient started() {
        return scram.orElseThrow(() -> new AssertionError("SCRAM goes on without having begun"));
    }

    /** RFC 5929 section 4.1, for certificates that are signed with SHA-256. */
    private byte[] endPoint() {
        if (!(client.wire().socket() instanceof SSLSocket tls)) {
            throw new AssertionError("there is no channel to bind to without TLS");
        }
        try {
            return digest("SHA-256", tls.getSession().getPeerCertificates()[0].getEncoded());
        } catch (SSLPeerUnverifiedException | GeneralSecurityException e) {
            throw new AssertionError("the server shows no certificate", e);
        }
    }
}
