package dev.hoop.controlplane.internal.config;

import dev.hoop.config.Binder;
import dev.hoop.config.ConfigException;
import dev.hoop.config.ConfigNode;
import dev.hoop.config.Default;
import dev.hoop.config.Key;
import dev.hoop.config.Located;
import dev.hoop.config.NotEmpty;
import dev.hoop.config.Position;
import dev.hoop.config.Problem;
import dev.hoop.config.Problems;
import dev.hoop.config.Range;
import dev.hoop.config.YamlReader;
import dev.hoop.controlplane.ApprovalRule;
import dev.hoop.controlplane.ControlPlaneSettings;
import dev.hoop.controlplane.PlaneSidecar;
import dev.hoop.controlplane.PlaneUser;
import dev.hoop.controlplane.SecretToken;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** {@code control-plane.yaml} as it is written, CONTRACTS section 6b, and how it becomes settings. */
public final class PlaneFile {

    private PlaneFile() {}

    /** The document. */
    record Document(
            @Default("127.0.0.1:8009") ListenAddress listen,
            Optional<Located<URI>> publicUrl,
            @Default("{}") Database database,
            List<Rule> approvalRules,
            List<User> users,
            List<Sidecar> sidecars,
            @Key("notify") Optional<ConfigNode> notifications) {}

    record Database(
            @Default("jdbc:sqlite:hoop-data/hoop.db") String url) {}

    record Rule(
            Position position,
            String name,
            @NotEmpty List<String> reviewersGroups,
            @Default("1") @Range(min = 1, max = 100) int minApprovals,
            @Default("false") boolean allGroupsMustApprove,
            List<String> forceApprovalGroups,
            @Range(min = 60, max = 604_800) Optional<Long> pendingTtlSec,
            @Range(min = 60, max = 604_800) Optional<Long> approvalTtlSec,
            @Default("false") boolean allowSelfApproval) {}

    record User(Position position, String email, String name, List<String> groups, Optional<Located<Path>> tokenFile) {}

    record Sidecar(Position position, String name, Located<Path> tokenFile) {}

    /** See {@link ControlPlaneSettings#load}. */
    public static ControlPlaneSettings load(Path file) throws ConfigException {
        Problems problems = new Problems();
        Optional<ConfigNode.Mapping> root = YamlReader.read(file, problems);
        Optional<Document> document = root.flatMap(node -> Binder.bind(node, Document.class, problems));
        Optional<ControlPlaneSettings> settings =
                document.flatMap(read -> settings(read, Position.startOf(file.toString()), problems));
        problems.throwIfAny();
        return settings.orElseThrow(() -> new IllegalStateException("nothing was read and no problem was told"));
    }

    private static Optional<ControlPlaneSettings> settings(Document document, Position start, Problems problems) {
        document.notifications()
                .ifPresent(node -> problems.add(
                        node.position(), "`notify` is not part of this version", "remove it until there are webhooks"));
        Optional<URI> publicUrl = document.publicUrl().flatMap(url -> publicUrl(url, problems));
        List<ApprovalRule> rules = new ArrayList<>();
        for (Rule rule : document.approvalRules()) {
            checked(rule.position(), problems, () -> rule(rule)).ifPresent(rules::add);
        }
        List<PlaneUser> users = new ArrayList<>();
        for (User user : document.users()) {
            Optional<SecretToken> token = user.tokenFile().flatMap(path -> SecretFile.read(path, problems));
            checked(user.position(), problems, () -> new PlaneUser(user.email(), user.name(), user.groups(), token))
                    .ifPresent(users::add);
        }
        List<PlaneSidecar> sidecars = new ArrayList<>();
        for (Sidecar sidecar : document.sidecars()) {
            SecretFile.read(sidecar.tokenFile(), problems)
                    .flatMap(token ->
                            checked(sidecar.position(), problems, () -> new PlaneSidecar(sidecar.name(), token)))
                    .ifPresent(sidecars::add);
        }
        InetSocketAddress listen = document.listen().address();
        return checked(
                start,
                problems,
                () -> new ControlPlaneSettings(
                        listen, publicUrl, document.database().url(), rules, users, sidecars));
    }

    private static ApprovalRule rule(Rule rule) {
        return new ApprovalRule(
                rule.name(),
                rule.reviewersGroups(),
                rule.minApprovals(),
                rule.allGroupsMustApprove(),
                rule.forceApprovalGroups(),
                rule.pendingTtlSec().map(Duration::ofSeconds),
                rule.approvalTtlSec().map(Duration::ofSeconds),
                rule.allowSelfApproval());
    }

    private static Optional<URI> publicUrl(Located<URI> url, Problems problems) {
        URI value = url.value();
        boolean web = "http".equals(value.getScheme()) || "https".equals(value.getScheme());
        String path = value.getRawPath() == null ? "" : value.getRawPath();
        boolean bare = path.isEmpty() || path.equals("/");
        if (!web || value.getHost() == null || !bare || value.getRawQuery() != null || value.getRawUserInfo() != null) {
            problems.add(
                    url.position(),
                    "public_url is not the address of a server's root",
                    "write scheme, host and port only, like https://hoop.example.com");
            return Optional.empty();
        }
        return Optional.of(URI.create(value.getScheme() + "://" + value.getRawAuthority()));
    }

    private static <T> Optional<T> checked(Position position, Problems problems, Supplier<T> made) {
        try {
            return Optional.of(made.get());
        } catch (IllegalArgumentException e) {
            problems.add(Problem.ofSentence(position, String.valueOf(e.getMessage())));
            return Optional.empty();
        }
    }
}
