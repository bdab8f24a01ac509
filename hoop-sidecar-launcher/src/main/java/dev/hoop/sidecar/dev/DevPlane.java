package dev.hoop.sidecar.dev;

import dev.hoop.controlplane.ApprovalRule;
import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.ControlPlane;
import dev.hoop.controlplane.ControlPlaneSettings;
import dev.hoop.controlplane.PlaneSidecar;
import dev.hoop.controlplane.PlaneUser;
import dev.hoop.controlplane.SecretToken;
import dev.hoop.controlplane.client.PlaneToken;
import dev.hoop.controlplane.client.PlaneUrl;
import dev.hoop.core.settings.ListenerSettings;
import dev.hoop.sidecar.Failure;
import dev.hoop.sidecar.run.ConfigFile;
import dev.hoop.sidecar.run.ConfigJson;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** A Control Plane with all that one sidecar and one reviewer need: rules, a group, a user, tokens. */
final class DevPlane implements AutoCloseable {

    private static final String SIDECAR = "dev";
    private static final String GROUP = "reviewers";
    private static final String REVIEWER = "reviewer@example.com";
    private static final Duration LINK_LIFE = Duration.ofHours(12);

    private final ControlPlane plane;
    private final SecretToken sidecarToken;
    private final SecretToken reviewerToken;

    private DevPlane(ControlPlane plane, SecretToken sidecarToken, SecretToken reviewerToken) {
        this.plane = plane;
        this.sidecarToken = sidecarToken;
        this.reviewerToken = reviewerToken;
    }

    /**
     * Starts one on the directory's database, and gives it what the configuration needs of it.
     *
     * @throws Failure when it cannot start
     */
    static DevPlane start(InetSocketAddress listen, DataDirectory data, ConfigFile config) {
        SecretToken sidecarToken = token(data.sidecarToken());
        SecretToken reviewerToken = token(data.reviewerToken());
        ControlPlane plane;
        try {
            plane = ControlPlane.start(ControlPlaneSettings.of(listen, data.database()));
        } catch (IOException e) {
            throw new Failure(
                    "the control plane cannot start: " + e.getMessage()
                            + "; --plane-listen chooses another address (port 0 for a free one)",
                    e);
        }
        plane.ensureUser(new PlaneUser(
                REVIEWER, "reviewer", List.of(GROUP), EnumSet.allOf(Capability.class), Optional.of(reviewerToken)));
        config.settings().listeners().stream()
                .map(ListenerSettings::review)
                .flatMap(review -> review.approvalRule().stream())
                .distinct()
                .forEach(rule -> plane.ensureApprovalRule(ApprovalRule.ofGroup(rule, GROUP)));
        plane.ensureSidecar(new PlaneSidecar(SIDECAR, sidecarToken));
        // The file is what a developer edits: it counts, not what an earlier run left in the plane.
        plane.keepConfiguration(SIDECAR, ConfigJson.complete(config.document()).toString());
        return new DevPlane(plane, sidecarToken, reviewerToken);
    }

    private static SecretToken token(Path file) {
        try {
            if (Files.exists(file)) {
                return SecretToken.read(file);
            }
            SecretToken made = SecretToken.random();
            made.write(file);
            return made;
        } catch (IOException | IllegalArgumentException e) {
            throw new Failure("cannot use the token in " + file + "; remove the file to get a new one", e);
        }
    }

    URI url() {
        return plane.url();
    }

    PlaneUrl clientUrl() {
        return PlaneUrl.parse(plane.url().toString());
    }

    PlaneToken clientToken() {
        return PlaneToken.of(sidecarToken.value());
    }

    String reviewerToken() {
        return reviewerToken.value();
    }

    /** A new link that signs the reviewer in on the page, once. */
    URI signInLink() {
        return plane.oneTimeSignInLink(REVIEWER, LINK_LIFE);
    }

    @Override
    public void close() {
        plane.close();
    }
}
