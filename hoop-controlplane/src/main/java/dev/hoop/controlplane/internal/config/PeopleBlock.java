package dev.hoop.controlplane.internal.config;

import dev.hoop.config.Binder;
import dev.hoop.config.ConfigNode;
import dev.hoop.config.Default;
import dev.hoop.config.Located;
import dev.hoop.config.NotEmpty;
import dev.hoop.config.Position;
import dev.hoop.config.Problems;
import dev.hoop.config.Range;
import dev.hoop.controlplane.ApprovalRule;
import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.PeopleSettings;
import dev.hoop.controlplane.PlaneSidecar;
import dev.hoop.controlplane.PlaneUser;
import dev.hoop.controlplane.SecretToken;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code approval_rules}, {@code users} and {@code sidecars}. */
final class PeopleBlock {

    static final List<String> KEYS = Binder.keysOf(Document.class);

    private PeopleBlock() {}

    record Document(List<Rule> approvalRules, List<User> users, List<Sidecar> sidecars) {}

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

    record User(
            Position position,
            String email,
            String name,
            List<String> groups,
            Optional<List<Capability>> capabilities,
            Optional<Located<Path>> tokenFile) {}

    record Sidecar(
            Position position, String name, Located<Path> tokenFile, Optional<Located<Path>> previousTokenFile) {}

    static Optional<PeopleSettings> read(ConfigNode.Mapping root, Problems problems) {
        return PlaneFile.part(root, Document.class, problems)
                .flatMap(document -> settings(document, root.position(), problems));
    }

    private static Optional<PeopleSettings> settings(Document document, Position start, Problems problems) {
        List<ApprovalRule> rules = new ArrayList<>();
        Map<String, Position> places = new HashMap<>();
        for (Rule rule : document.approvalRules()) {
            Checked.made(rule.position(), problems, () -> rule(rule)).ifPresent(rules::add);
            places.put(rule.name(), rule.position());
        }
        List<PlaneUser> users = new ArrayList<>();
        for (User user : document.users()) {
            Optional<SecretToken> token = user.tokenFile().flatMap(path -> SecretFile.token(path, problems));
            Checked.made(
                            user.position(),
                            problems,
                            () -> new PlaneUser(
                                    user.email(),
                                    user.name(),
                                    user.groups(),
                                    Set.copyOf(user.capabilities().orElse(List.of(Capability.REVIEW))),
                                    token))
                    .ifPresent(users::add);
        }
        List<PlaneSidecar> sidecars = new ArrayList<>();
        for (Sidecar sidecar : document.sidecars()) {
            Optional<SecretToken> previous =
                    sidecar.previousTokenFile().flatMap(file -> SecretFile.token(file, problems));
            SecretFile.token(sidecar.tokenFile(), problems)
                    .flatMap(token -> Checked.made(
                            sidecar.position(), problems, () -> new PlaneSidecar(sidecar.name(), token, previous)))
                    .ifPresent(sidecars::add);
        }
        return Checked.made(start, problems, () -> new PeopleSettings(rules, users, sidecars, places));
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
}
