package dev.hoop.controlplane.internal.people;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.controlplane.OidcProvider;
import dev.hoop.controlplane.PlaneUser;
import dev.hoop.controlplane.internal.review.StatementText;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who came in, as the provider tells it.
 *
 * @param subject who they are there, for ever
 * @param email in lower case
 */
public record OidcPerson(URI issuer, String subject, String email, String name, Set<String> groups) {

    private static final int MAX_GROUPS = 200;
    private static final int MAX_SUBJECT = 255;

    /** Whether the claims have what is needed. */
    static boolean isComplete(JsonNode claims, OidcProvider provider) {
        return claims.path(provider.emailClaim()).isTextual()
                && !at(claims, provider.groupsClaim()).isMissingNode();
    }

    /** @throws OidcFailure when they do not tell enough to know somebody by */
    static OidcPerson of(JsonNode claims, OidcProvider provider) throws OidcFailure {
        String subject = claims.path("sub").asText();
        if (subject.isEmpty() || subject.length() > MAX_SUBJECT) {
            throw new OidcFailure("the provider tells no subject");
        }
        String email = claims.path(provider.emailClaim()).asText();
        JsonNode verified = claims.path("email_verified");
        if (verified.isBoolean() && !verified.booleanValue()
                || verified.asText().equals("false")) {
            // Anybody could have typed it there.
            throw new OidcFailure("the provider has not verified the e-mail address");
        }
        Set<String> groups = groups(at(claims, provider.groupsClaim()), provider);
        String name = claims.path("name").asText();
        try {
            boolean shown = !name.isBlank() && StatementText.isPlain(name) && name.length() <= 200;
            PlaneUser user = new PlaneUser(email, shown ? name.strip() : email, List.of(), Optional.empty());
            return new OidcPerson(provider.issuer(), subject, user.email(), user.name(), groups);
        } catch (IllegalArgumentException e) {
            throw new OidcFailure(
                    "the provider tells no e-mail address in the claim " + provider.emailClaim()
                            + "; name another in oidc.email_claim, or ask for its scope",
                    e);
        }
    }

    private static Set<String> groups(JsonNode told, OidcProvider provider) {
        Set<String> groups = new TreeSet<>();
        List<JsonNode> items = told.isArray()
                ? java.util.stream.StreamSupport.stream(told.spliterator(), false)
                        .toList()
                : List.of(told);
        for (JsonNode item : items) {
            String name = item.isTextual() ? item.textValue() : "";
            String group =
                    provider.groupsMap().isEmpty() ? name : provider.groupsMap().getOrDefault(name, "");
            boolean usable = !group.isBlank()
                    && group.length() <= 200
                    && group.equals(group.strip())
                    && StatementText.isPlain(group);
            if (usable && groups.size() < MAX_GROUPS) {
                groups.add(group);
            }
        }
        return groups;
    }

    /** A claim by its name, or by the way to it through objects, like {@code realm_access.roles}. */
    private static JsonNode at(JsonNode claims, String path) {
        if (claims.has(path)) {
            return claims.path(path);
        }
        JsonNode node = claims;
        for (String name : path.split("\\.", -1)) {
            node = node.path(name);
        }
        return node;
    }
}
