package dev.hoop.controlplane;

import dev.hoop.config.Position;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The rules, users and sidecars that belong to the settings: written at start, and removed with them.
 *
 * @param approvalRules who has to approve
 * @param users who reviews
 * @param sidecars who files
 * @param rulePlaces where each rule was written, by its name, for what is told of it; none where no file has it
 */
public record PeopleSettings(
        List<ApprovalRule> approvalRules,
        List<PlaneUser> users,
        List<PlaneSidecar> sidecars,
        Map<String, Position> rulePlaces) {

    /** @throws IllegalArgumentException when two of a kind have one name, or two parties one token */
    public PeopleSettings {
        approvalRules = List.copyOf(approvalRules);
        users = List.copyOf(users);
        sidecars = List.copyOf(sidecars);
        rulePlaces = Map.copyOf(rulePlaces);
        requireDistinct(
                "approval rules", approvalRules.stream().map(ApprovalRule::name).toList());
        requireDistinct("users", users.stream().map(PlaneUser::email).toList());
        requireDistinct("sidecars", sidecars.stream().map(PlaneSidecar::name).toList());
        requireDistinctTokens(Stream.concat(
                users.stream().flatMap(user -> user.token().stream()),
                sidecars.stream()
                        .flatMap(sidecar ->
                                Stream.concat(Stream.of(sidecar.token()), sidecar.previousToken().stream()))));
    }

    /** Such as no file has written. */
    public PeopleSettings(List<ApprovalRule> approvalRules, List<PlaneUser> users, List<PlaneSidecar> sidecars) {
        this(approvalRules, users, sidecars, Map.of());
    }

    /** Nobody and nothing. */
    public static PeopleSettings none() {
        return new PeopleSettings(List.of(), List.of(), List.of());
    }

    /** The same with these rules. */
    public PeopleSettings withApprovalRules(List<ApprovalRule> rules) {
        return new PeopleSettings(rules, users, sidecars);
    }

    /** The same with these users. */
    public PeopleSettings withUsers(List<PlaneUser> people) {
        return new PeopleSettings(approvalRules, people, sidecars, rulePlaces);
    }

    /** The same with these sidecars. */
    public PeopleSettings withSidecars(List<PlaneSidecar> those) {
        return new PeopleSettings(approvalRules, users, those, rulePlaces);
    }

    private static void requireDistinct(String what, List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw new IllegalArgumentException("two " + what + " are called `" + name + "`; name each once");
            }
        }
    }

    private static void requireDistinctTokens(Stream<SecretToken> tokens) {
        List<String> values = tokens.map(SecretToken::value).toList();
        if (Set.copyOf(values).size() < values.size()) {
            throw new IllegalArgumentException(
                    "two users or sidecars have the same token; make one for each with `openssl rand -hex 32`");
        }
    }
}
