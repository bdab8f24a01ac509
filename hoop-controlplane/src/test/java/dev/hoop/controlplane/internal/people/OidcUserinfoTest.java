package dev.hoop.controlplane.internal.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hoop.controlplane.OidcProvider;
import dev.hoop.web.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the ID token leaves out comes from the same person's user information, or not at all: OpenID Connect Core 1.0, section 5.3. */
class OidcUserinfoTest {

    private static final URI BACK = URI.create("https://hoop.example/sign-in/provider/callback");

    private static final RSAKey KEY = newKey();

    private final OidcAttempt attempt = OidcAttempt.begin();
    private final AtomicInteger asked = new AtomicInteger();
    private ObjectNode claims = Json.object();
    private ObjectNode userinfo = Json.object();
    private final HttpServer server;
    private final String issuer;
    private final OidcClient client;

    private static RSAKey newKey() {
        try {
            return new RSAKeyGenerator(2048).keyID("key-1").generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    OidcUserinfoTest() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        issuer = "http://127.0.0.1:" + server.getAddress().getPort();
        client = new OidcClient(new OidcProvider(
                URI.create(issuer), "hoop", Optional.empty(), List.of(), "email", "groups", Map.of(), true));
    }

    @BeforeEach
    void start() {
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = said(exchange.getRequestURI().getPath()).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private String said(String path) {
        return switch (path) {
            case "/.well-known/openid-configuration" ->
                Json.object()
                        .put("issuer", issuer)
                        .put("authorization_endpoint", issuer + "/authorize")
                        .put("token_endpoint", issuer + "/token")
                        .put("userinfo_endpoint", issuer + "/userinfo")
                        .put("jwks_uri", issuer + "/keys")
                        .toString();
            case "/keys" -> new JWKSet(KEY.toPublicJWK()).toString();
            case "/token" ->
                Json.object()
                        .put("id_token", token())
                        .put("access_token", "the-access-token")
                        .toString();
            case "/userinfo" -> {
                asked.incrementAndGet();
                yield userinfo.toString();
            }
            default -> "{}";
        };
    }

    private String token() {
        try {
            JWTClaimsSet.Builder set = new JWTClaimsSet.Builder(JWTClaimsSet.parse(claims.toString()))
                    .issuer(issuer)
                    .audience("hoop")
                    .issueTime(Date.from(Instant.now()))
                    .expirationTime(Date.from(Instant.now().plusSeconds(600)))
                    .claim("nonce", attempt.nonce());
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.RS256)
                            .type(JOSEObjectType.JWT)
                            .keyID("key-1")
                            .build(),
                    set.build());
            token.sign(new RSASSASigner(KEY));
            return token.serialize();
        } catch (ParseException | JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatTheTokenLeavesOutIsToldBesidesAndTheTokensWordCounts() throws Exception {
        claims = Json.object().put("sub", "sub-ana").put("name", "Ana");
        userinfo = Json.object().put("sub", "sub-ana").put("name", "Somebody").put("email", "ana@example.com");
        userinfo.putArray("groups").add("billing");
        OidcPerson person = client.redeem("code", attempt, BACK);
        assertThat(person.email()).isEqualTo("ana@example.com");
        assertThat(person.name()).isEqualTo("Ana");
        assertThat(person.groups()).containsExactly("billing");
    }

    @Test
    void aTokenThatTellsEverythingIsEnough() throws Exception {
        claims = Json.object().put("sub", "sub-ana").put("email", "ana@example.com");
        claims.putArray("groups");
        userinfo = Json.object().put("sub", "sub-eve").put("email", "eve@example.com");
        assertThat(client.redeem("code", attempt, BACK).email()).isEqualTo("ana@example.com");
        assertThat(asked).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'sub': 'sub-eve', 'email': 'ana@example.com', 'groups': ['billing']}",
                "{'sub': 'SUB-ANA', 'email': 'ana@example.com', 'groups': ['billing']}",
                "{'sub': ['sub-ana'], 'email': 'ana@example.com', 'groups': ['billing']}",
                "{'sub': null, 'email': 'ana@example.com', 'groups': ['billing']}",
                "{'email': 'ana@example.com', 'groups': ['billing']}"
            })
    void whatIsSaidOfSomebodyElseIsNotTaken(String said) {
        claims = Json.object().put("sub", "sub-ana");
        userinfo = (ObjectNode) Json.read(said.replace('\'', '"'));
        assertThatThrownBy(() -> client.redeem("code", attempt, BACK))
                .isInstanceOf(OidcFailure.class)
                .hasMessageContaining("about somebody else");
        assertThat(asked).hasValue(1);
    }
}
