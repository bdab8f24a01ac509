package dev.hoop.controlplane.internal.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.web.Json;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a provider says of itself is taken from that provider alone, and leads nowhere but to it over TLS. */
class OidcMetadataTest {

    private static final URI ISSUER = URI.create("https://id.example/realms/staff");
    private static final URI LOOPBACK = URI.create("http://127.0.0.1:8180/realms/staff");
    private static final List<String> ENDPOINTS =
            List.of("authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri");

    private static ObjectNode document(URI issuer) {
        ObjectNode document = Json.object().put("issuer", issuer.toString());
        ENDPOINTS.forEach(name -> document.put(name, issuer + "/" + name));
        return document;
    }

    private static void refuses(ObjectNode document, URI issuer, String word) {
        assertThatThrownBy(() -> OidcMetadata.read(document, issuer))
                .isInstanceOf(OidcFailure.class)
                .hasMessageContaining(word);
    }

    @Test
    void whatItSaysIsTaken() throws Exception {
        assertThat(OidcMetadata.read(document(ISSUER), ISSUER))
                .isEqualTo(new OidcMetadata(
                        URI.create(ISSUER + "/authorization_endpoint"),
                        URI.create(ISSUER + "/token_endpoint"),
                        Optional.of(URI.create(ISSUER + "/userinfo_endpoint")),
                        URI.create(ISSUER + "/jwks_uri"),
                        true));
        assertThat(OidcMetadata.read(document(LOOPBACK), LOOPBACK).tokenEndpoint())
                .as("without TLS where the provider is on loopback")
                .isEqualTo(URI.create(LOOPBACK + "/token_endpoint"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://id.example.evil/realms/staff",
                "https://id.example/realms/others",
                "https://id.example/realms/staff/",
                "http://id.example/realms/staff",
                ""
            })
    void anotherIssuersWordIsNotTaken(String issuer) {
        refuses(document(ISSUER).put("issuer", issuer), ISSUER, "of another issuer");
    }

    @Test
    void aDocumentThatNamesNoIssuerIsNotTaken() {
        ObjectNode document = document(ISSUER);
        document.remove("issuer");
        refuses(document, ISSUER, "of another issuer");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://id.example/x",
                "http://127.0.0.1/x",
                "ftp://id.example/x",
                "javascript:alert(1)",
                "//id.example/x",
                "/x",
                "https:///x",
                "https://id.example/x#fragment",
                "not an address",
                ""
            })
    void noEndpointIsReachedOtherwiseThanOverTls(String address) {
        for (String name : ENDPOINTS) {
            refuses(document(ISSUER).put(name, address), ISSUER, name);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://127.0.0.1/x", "javascript:alert(1)", "/x", ""})
    void onLoopbackItIsHttpAllTheSame(String address) {
        for (String name : ENDPOINTS) {
            refuses(document(LOOPBACK).put(name, address), LOOPBACK, name);
        }
    }

    @Test
    void onlyUserInformationMayBeMissing() throws Exception {
        for (String name : List.of("authorization_endpoint", "token_endpoint", "jwks_uri")) {
            ObjectNode without = document(ISSUER);
            without.remove(name);
            refuses(without, ISSUER, name);
            refuses(document(ISSUER).putNull(name), ISSUER, name);
        }
        ObjectNode without = document(ISSUER);
        without.remove("userinfo_endpoint");
        assertThat(OidcMetadata.read(without, ISSUER).userinfoEndpoint()).isEmpty();
        assertThat(OidcMetadata.read(document(ISSUER).putNull("userinfo_endpoint"), ISSUER)
                        .userinfoEndpoint())
                .isEmpty();
    }

    /** Section 3: without a word of it, it is the header. */
    @ParameterizedTest
    @CsvSource({
        "'[\"client_secret_basic\"]', true",
        "'[\"client_secret_post\", \"client_secret_basic\"]', true",
        "'[\"client_secret_post\"]', false",
        "'null', true"
    })
    void theSecretGoesWhereTheProviderTakesIt(String methods, boolean basic) throws Exception {
        ObjectNode document = document(ISSUER);
        document.set(
                "token_endpoint_auth_methods_supported",
                Json.read("{\"is\":" + methods + "}").path("is"));
        assertThat(OidcMetadata.read(document, ISSUER).basic()).isEqualTo(basic);
    }
}
