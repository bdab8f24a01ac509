package dev.hoop.controlplane.internal.people;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.Optional;

/**
 * What a provider tells of itself, OpenID Connect Discovery 1.0, section 3.
 *
 * @param basic whether the secret goes into a header rather than the form, section 9 of OpenID Connect Core 1.0
 */
record OidcMetadata(
        URI authorizationEndpoint, URI tokenEndpoint, Optional<URI> userinfoEndpoint, URI jwksUri, boolean basic) {

    /** @throws OidcFailure when it is not what that issuer may say */
    static OidcMetadata read(JsonNode document, URI issuer) throws OidcFailure {
        // Section 4.3: otherwise one provider could answer in another's name.
        if (!document.path("issuer").asText().equals(issuer.toString())) {
            throw new OidcFailure(
                    "the provider's configuration is of another issuer; oidc.issuer has to be the same text");
        }
        JsonNode methods = document.path("token_endpoint_auth_methods_supported");
        boolean basic = methods.isMissingNode() || methods.isNull();
        for (JsonNode method : methods) {
            basic |= method.asText().equals("client_secret_basic");
        }
        return new OidcMetadata(
                endpoint(document, "authorization_endpoint", issuer),
                endpoint(document, "token_endpoint", issuer),
                document.hasNonNull("userinfo_endpoint")
                        ? Optional.of(endpoint(document, "userinfo_endpoint", issuer))
                        : Optional.empty(),
                endpoint(document, "jwks_uri", issuer),
                basic);
    }

    private static URI endpoint(JsonNode document, String name, URI issuer) throws OidcFailure {
        try {
            URI uri = URI.create(document.path(name).asText());
            // Nothing but HTTP is spoken, and without TLS only to a provider that is reached without it itself, on
            // loopback.
            boolean spoken = "https".equals(uri.getScheme())
                    || "http".equals(uri.getScheme()) && issuer.getScheme().equals("http");
            if (spoken && uri.getHost() != null && uri.getRawFragment() == null) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            throw new OidcFailure("the provider's " + name + " is not an address", e);
        }
        throw new OidcFailure("the provider's " + name + " is not an https:// address");
    }
}
