package dev.hoop.controlplane.internal.people;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jwt.JWTClaimsSet;
import dev.hoop.controlplane.OidcProvider;
import dev.hoop.controlplane.SecretText;
import dev.hoop.web.Json;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The authorization code flow with PKCE at one provider, OpenID Connect Core 1.0, section 3.1, and RFC 7636. The provider is
 * asked about itself when it is first needed, so that a plane starts without it. Blocks; safe for use by many threads.
 */
public final class OidcClient {

    private record Known(OidcMetadata metadata, OidcIdTokens tokens) {}

    private final OidcProvider provider;
    private final OidcHttp http = new OidcHttp();
    private @Nullable Known known;

    public OidcClient(OidcProvider provider) {
        this.provider = provider;
    }

    private synchronized Known known() throws OidcFailure {
        Known current = known;
        if (current == null) {
            String base = provider.issuer().toString().replaceAll("/$", "");
            JsonNode document =
                    http.object(HttpRequest.newBuilder(URI.create(base + "/.well-known/openid-configuration")));
            OidcMetadata metadata = OidcMetadata.read(document, provider.issuer());
            current = new Known(
                    metadata, new OidcIdTokens(provider.issuer(), provider.clientId(), metadata.jwksUri(), http));
            known = current;
        }
        return current;
    }

    /** Where to send somebody's browser. */
    public URI authorization(OidcAttempt attempt, URI redirectUri) throws OidcFailure {
        Set<String> scopes = new LinkedHashSet<>();
        scopes.add("openid");
        scopes.addAll(provider.scopes());
        Map<String, String> query = new LinkedHashMap<>();
        query.put("response_type", "code");
        query.put("client_id", provider.clientId());
        query.put("redirect_uri", redirectUri.toString());
        query.put("scope", String.join(" ", scopes));
        query.put("state", attempt.state());
        query.put("nonce", attempt.nonce());
        query.put("code_challenge", attempt.challenge());
        query.put("code_challenge_method", "S256");
        URI endpoint = known().metadata().authorizationEndpoint();
        String joint = endpoint.getRawQuery() == null ? "?" : "&";
        return URI.create(endpoint + joint + encoded(query));
    }

    /** Who came back with that code. */
    public OidcPerson redeem(String code, OidcAttempt attempt, URI redirectUri) throws OidcFailure {
        Known at = known();
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "authorization_code");
        form.put("code", code);
        form.put("redirect_uri", redirectUri.toString());
        form.put("code_verifier", attempt.verifier());
        HttpRequest.Builder request = HttpRequest.newBuilder(at.metadata().tokenEndpoint());
        if (provider.clientSecret().isPresent() && at.metadata().basic()) {
            request.header("authorization", basic(provider.clientSecret().get()));
        } else {
            form.put("client_id", provider.clientId());
            provider.clientSecret().ifPresent(secret -> form.put("client_secret", secret.value()));
        }
        JsonNode answer = http.object(request.header("content-type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(encoded(form))));
        JWTClaimsSet claims = at.tokens().verify(answer.path("id_token").asText(), attempt.nonce());
        JsonNode told = Json.read(claims.toString());
        if (!OidcPerson.isComplete(told, provider)
                && at.metadata().userinfoEndpoint().isPresent()) {
            told = withUserinfo(
                    told,
                    at.metadata().userinfoEndpoint().get(),
                    answer.path("access_token").asText());
        }
        return OidcPerson.of(told, provider);
    }

    /** What the token leaves out, the provider may tell besides, section 5.3. The token's word counts. */
    private JsonNode withUserinfo(JsonNode claims, URI endpoint, String accessToken) throws OidcFailure {
        if (!accessToken.matches("[\\x21-\\x7e]{1,8192}")) {
            return claims;
        }
        JsonNode more = http.object(HttpRequest.newBuilder(endpoint).header("authorization", "Bearer " + accessToken));
        if (!more.path("sub").equals(claims.path("sub"))) {
            throw new OidcFailure("the provider's user information is about somebody else");
        }
        com.fasterxml.jackson.databind.node.ObjectNode all = Json.object();
        more.properties().forEach(entry -> all.set(entry.getKey(), entry.getValue()));
        claims.properties().forEach(entry -> all.set(entry.getKey(), entry.getValue()));
        return all;
    }

    /** RFC 6749, section 2.3.1: both are form-encoded first. */
    private String basic(SecretText secret) {
        String pair = encoded(provider.clientId()) + ":" + encoded(secret.value());
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private static String encoded(Map<String, String> pairs) {
        return pairs.entrySet().stream()
                .map(pair -> pair.getKey() + "=" + encoded(pair.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
