package dev.hoop.controlplane.internal.people;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.Resource;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.text.ParseException;
import java.util.List;
import java.util.Set;

/** Checks ID tokens, OpenID Connect Core 1.0, section 3.1.3.7, with the keys that the provider publishes. */
final class OidcIdTokens {

    /** What is signed with the client's secret, or not at all, proves nothing of the provider. */
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512);

    private final String clientId;
    private final DefaultJWTProcessor<SecurityContext> processor;

    OidcIdTokens(URI issuer, String clientId, URI jwksUri, OidcHttp http) throws OidcFailure {
        this.clientId = clientId;
        this.processor = new DefaultJWTProcessor<>();
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, null));
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, keys(jwksUri, http)));
        processor.setJWTClaimsSetVerifier(new DefaultJWTClaimsVerifier<>(
                clientId,
                new JWTClaimsSet.Builder().issuer(issuer.toString()).build(),
                Set.of("sub", "exp", "iat", "nonce")));
    }

    private static JWKSource<SecurityContext> keys(URI jwksUri, OidcHttp http) throws OidcFailure {
        try {
            // Keeps the keys for a while, and looks again, at most now and then, for one that it does not know.
            return JWKSourceBuilder.create(jwksUri.toURL(), url -> {
                        try {
                            return new Resource(http.text(HttpRequest.newBuilder(url.toURI())), "application/json");
                        } catch (OidcFailure | URISyntaxException e) {
                            throw new IOException("the provider's keys could not be read", e);
                        }
                    })
                    .build();
        } catch (MalformedURLException e) {
            throw new OidcFailure("the provider's jwks_uri is not an address", e);
        }
    }

    /** @throws OidcFailure unless the token is this provider's, for this client, in time, and of this attempt */
    JWTClaimsSet verify(String token, String nonce) throws OidcFailure {
        try {
            JWTClaimsSet claims = processor.process(token, null);
            boolean ofThisAttempt = MessageDigest.isEqual(
                    nonce.getBytes(StandardCharsets.UTF_8),
                    String.valueOf(claims.getStringClaim("nonce")).getBytes(StandardCharsets.UTF_8));
            String party = claims.getStringClaim("azp");
            List<String> audience = claims.getAudience();
            boolean forUs = party == null ? audience.size() == 1 : party.equals(clientId);
            if (!ofThisAttempt || !forUs) {
                throw new OidcFailure("the ID token is not of this attempt or for another client");
            }
            return claims;
        } catch (ParseException | BadJOSEException | JOSEException e) {
            throw new OidcFailure("the ID token was not accepted: " + e.getMessage(), e);
        }
    }
}
