package dev.hoop.controlplane.internal.config;

import dev.hoop.config.Binder;
import dev.hoop.config.ConfigNode;
import dev.hoop.config.Default;
import dev.hoop.config.Located;
import dev.hoop.config.Position;
import dev.hoop.config.Problems;
import dev.hoop.config.Range;
import dev.hoop.controlplane.AccessSettings;
import dev.hoop.controlplane.FilingLimits;
import dev.hoop.controlplane.OidcProvider;
import dev.hoop.controlplane.SecretText;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code oidc} and {@code limits}. */
final class AccessBlock {

    static final List<String> KEYS = Binder.keysOf(Document.class);

    private AccessBlock() {}

    record Document(Optional<Oidc> oidc, @Default("{}") Limits limits) {}

    record Oidc(
            Position position,
            URI issuer,
            String clientId,
            Optional<Located<Path>> clientSecretFile,
            Optional<List<String>> scopes,
            @Default("email") String emailClaim,
            @Default("groups") String groupsClaim,
            Map<String, String> groupsMap,
            @Default("true") boolean createUsers) {}

    record Limits(
            @Default("1000") @Range(min = 1, max = FilingLimits.MAX)
            int pendingPerSidecar,

            @Default("100") @Range(min = 1, max = FilingLimits.MAX)
            int pendingPerRequester,

            @Default("1200") @Range(min = 1, max = FilingLimits.MAX)
            int filingsPerMinutePerSidecar,

            @Default("300") @Range(min = 1, max = FilingLimits.MAX)
            int filingsPerMinutePerRequester,

            @Default("0") @Range(min = 0, max = AccessSettings.MAX_PROXIES)
            int trustedProxies) {}

    static Optional<AccessSettings> read(ConfigNode.Mapping root, Problems problems) {
        return PlaneFile.part(root, Document.class, problems).flatMap(document -> settings(document, problems));
    }

    private static Optional<AccessSettings> settings(Document document, Problems problems) {
        Limits limits = document.limits();
        AccessSettings settings = AccessSettings.defaults()
                .withFiling(new FilingLimits(
                        limits.pendingPerSidecar(),
                        limits.pendingPerRequester(),
                        limits.filingsPerMinutePerSidecar(),
                        limits.filingsPerMinutePerRequester()))
                .withTrustedProxies(limits.trustedProxies());
        return document.oidc().isEmpty()
                ? Optional.of(settings)
                : provider(document.oidc().get(), problems).map(settings::withOidc);
    }

    private static Optional<OidcProvider> provider(Oidc oidc, Problems problems) {
        Optional<SecretText> secret = oidc.clientSecretFile().flatMap(file -> SecretFile.text(file, problems));
        if (secret.isEmpty() && oidc.clientSecretFile().isPresent()) {
            return Optional.empty();
        }
        return Checked.made(
                oidc.position(),
                problems,
                () -> new OidcProvider(
                        oidc.issuer(),
                        oidc.clientId(),
                        secret,
                        oidc.scopes().orElse(List.of("openid", "profile", "email")),
                        oidc.emailClaim(),
                        oidc.groupsClaim(),
                        oidc.groupsMap(),
                        oidc.createUsers()));
    }
}
