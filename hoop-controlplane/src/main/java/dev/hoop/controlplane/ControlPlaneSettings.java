package dev.hoop.controlplane;

import dev.hoop.config.ConfigException;
import dev.hoop.controlplane.internal.config.PlaneFile;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a Control Plane is started with.
 *
 * @param listen where to listen; port 0 means a free one
 * @param publicUrl how people and sidecars reach it; the address it listens on when empty
 * @param database {@code jdbc:sqlite:PATH}
 * @param approvalRules rules that belong to these settings: written at start, and removed with them
 * @param users the same for users
 * @param sidecars the same for sidecars
 */
public record ControlPlaneSettings(
        InetSocketAddress listen,
        Optional<URI> publicUrl,
        String database,
        List<ApprovalRule> approvalRules,
        List<PlaneUser> users,
        List<PlaneSidecar> sidecars) {

    /** @throws IllegalArgumentException when two of a kind have one name, or the database is of an unknown kind */
    public ControlPlaneSettings {
        approvalRules = List.copyOf(approvalRules);
        users = List.copyOf(users);
        sidecars = List.copyOf(sidecars);
        requireDistinct(
                "approval rules", approvalRules.stream().map(ApprovalRule::name).toList());
        requireDistinct("users", users.stream().map(PlaneUser::email).toList());
        requireDistinct("sidecars", sidecars.stream().map(PlaneSidecar::name).toList());
        requireDistinctTokens(Stream.concat(
                users.stream().flatMap(user -> user.token().stream()),
                sidecars.stream().map(PlaneSidecar::token)));
        if (!database.matches("jdbc:sqlite:[^:?]([^?]*)")) {
            throw new IllegalArgumentException(
                    "the database is not one that this version knows; write jdbc:sqlite: and the path of a file");
        }
    }

    /** A plane that declares nothing: rules, users and sidecars come through {@link ControlPlane}'s methods. */
    public static ControlPlaneSettings of(InetSocketAddress listen, Path databaseFile) {
        return new ControlPlaneSettings(
                listen, Optional.empty(), "jdbc:sqlite:" + databaseFile, List.of(), List.of(), List.of());
    }

    /**
     * Reads {@code control-plane.yaml} and the secret files that it names.
     *
     * @throws ConfigException with every problem, each with its place and what to write instead
     */
    public static ControlPlaneSettings load(Path file) throws ConfigException {
        return PlaneFile.load(file);
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
