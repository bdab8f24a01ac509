package dev.hoop.controlplane.internal.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** ID tokens that prove nothing let nobody in: OpenID Connect Core 1.0, section 3.1.3.7. */
class OidcIdTokensTest {

    private static final URI ISSUER = URI.create("https://id.example");
    private static final String NONCE = "this attempt";
    private static final String KEY_ID = "key-1";

    /** More than the clocks of two machines may differ. */
    private static final Duration LONG = Duration.ofMinutes(10);

    private static final RSAKey KEY = newKey();
    private HttpServer provider;
    private OidcIdTokens tokens;

    private static RSAKey newKey() {
        try {
            return new RSAKeyGenerator(2048).keyID(KEY_ID).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void start() throws IOException, OidcFailure {
        byte[] keys = new JWKSet(KEY.toPublicJWK()).toString().getBytes(StandardCharsets.UTF_8);
        provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        provider.createContext("/keys", exchange -> {
            exchange.sendResponseHeaders(200, keys.length);
            exchange.getResponseBody().write(keys);
            exchange.close();
        });
        provider.start();
        URI jwks = URI.create("http://127.0.0.1:" + provider.getAddress().getPort() + "/keys");
        tokens = new OidcIdTokens(ISSUER, "hoop", jwks, new OidcHttp());
    }

    @AfterEach
    void stop() {
        provider.stop(0);
    }

    private static JWTClaimsSet.Builder claims() {
        Instant now = Instant.now();
        return new JWTClaimsSet.Builder()
                .issuer(ISSUER.toString())
                .subject("sub-1")
                .audience("hoop")
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(LONG)))
                .claim("nonce", NONCE);
    }

    private static String signed(JWTClaimsSet claims, JWSAlgorithm algorithm, JWSSigner signer) throws JOSEException {
        JWSHeader header = new JWSHeader.Builder(algorithm)
                .type(JOSEObjectType.JWT)
                .keyID(KEY_ID)
                .build();
        SignedJWT token = new SignedJWT(header, claims);
        token.sign(signer);
        return token.serialize();
    }

    private String signed(JWTClaimsSet claims) throws JOSEException {
        return signed(claims, JWSAlgorithm.RS256, new RSASSASigner(KEY));
    }

    private void refuses(String token) {
        assertThatThrownBy(() -> tokens.verify(token, NONCE)).isInstanceOf(OidcFailure.class);
    }

    @Test
    void takesWhatTheProviderSaysOfThisAttempt() throws Exception {
        assertThat(tokens.verify(signed(claims().build()), NONCE).getSubject()).isEqualTo("sub-1");
        JWTClaimsSet many =
                claims().audience(List.of("hoop", "other")).claim("azp", "hoop").build();
        assertThat(tokens.verify(signed(many), NONCE).getSubject()).isEqualTo("sub-1");
    }

    private static Arguments bad(String what, Consumer<JWTClaimsSet.Builder> change) {
        return Arguments.of(what, change);
    }

    static Stream<Arguments> badClaims() {
        return Stream.of(
                bad("another issuer", claims -> claims.issuer("https://id.example.evil")),
                bad("no issuer", claims -> claims.issuer(null)),
                bad("another client", claims -> claims.audience("other")),
                bad("no client", claims -> claims.audience((String) null)),
                bad("several clients, and none it was given to", claims -> claims.audience(List.of("hoop", "other"))),
                bad("given to another client", claims -> claims.claim("azp", "other")),
                bad(
                        "over",
                        claims -> claims.expirationTime(Date.from(Instant.now().minus(LONG)))),
                bad("without an end", claims -> claims.expirationTime(null)),
                bad(
                        "not yet",
                        claims -> claims.notBeforeTime(Date.from(Instant.now().plus(LONG)))),
                bad("of another attempt", claims -> claims.claim("nonce", "another attempt")),
                bad("of no attempt", claims -> claims.claim("nonce", null)),
                bad("about nobody", claims -> claims.subject(null)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badClaims")
    void refusesOtherClaims(String what, Consumer<JWTClaimsSet.Builder> change) throws Exception {
        JWTClaimsSet.Builder claims = claims();
        change.accept(claims);
        refuses(signed(claims.build()));
    }

    @Test
    void refusesWhatTheProviderDidNotSign() throws Exception {
        refuses(signed(claims().build(), JWSAlgorithm.RS256, new RSASSASigner(newKey())));
        refuses(new PlainJWT(claims().build()).serialize());
        // The public key as a shared secret: the old confusion of algorithms.
        refuses(signed(
                claims().build(),
                JWSAlgorithm.HS256,
                new MACSigner(KEY.toRSAPublicKey().getEncoded())));
        String token = signed(claims().build());
        refuses(token.substring(0, token.lastIndexOf('.') + 1));
        refuses("not a token");
    }
}
