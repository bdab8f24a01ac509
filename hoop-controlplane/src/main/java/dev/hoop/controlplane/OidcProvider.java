package dev.hoop.controlplane;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An identity provider (OpenID Connect) by which people sign in.
 *
 * @param issuer its address, under which its configuration is found
 * @param clientId what this plane is called there
 * @param clientSecret what it proves to be that by; empty for a client without a secret
 * @param scopes what is asked for; {@code openid} always is
 * @param emailClaim the claim with a person's e-mail address
 * @param groupsClaim the claim with a person's groups, of which dots lead into objects
 * @param groupsMap the group here for each group there, other groups being left out; empty to take them by their names
 * @param createUsers whether somebody who is not a user here becomes one, who may review
 */
public record OidcProvider(
        URI issuer,
        String clientId,
        Optional<SecretText> clientSecret,
        List<String> scopes,
        String emailClaim,
        String groupsClaim,
        Map<String, String> groupsMap,
        boolean createUsers) {

    /** @throws IllegalArgumentException when the issuer is not an address that people's browsers may be sent to */
    public OidcProvider {
        scopes = List.copyOf(scopes);
        groupsMap = Map.copyOf(groupsMap);
        groupsMap.values().forEach(group -> Names.require("a group", group));
        boolean web = "https".equals(issuer.getScheme()) || "http".equals(issuer.getScheme());
        if (!web || issuer.getHost() == null || issuer.getRawQuery() != null || issuer.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "the issuer is not an address; write it as the provider's configuration has it, like"
                            + " https://login.example.com/realms/staff");
        }
        if (issuer.getScheme().equals("http") && !isLoopback(issuer.getHost())) {
            throw new IllegalArgumentException(
                    "the issuer is not reached over TLS, so anybody on the way could sign in as anybody; write https://");
        }
        for (String scope : scopes) {
            if (!scope.matches("[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,100}")) {
                throw new IllegalArgumentException("a scope is not one word; write each as an item of its own");
            }
        }
    }

    private static boolean isLoopback(String host) {
        return host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]");
    }
}
