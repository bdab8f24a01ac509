package dev.hoop.controlplane;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A plane with Ana and Bo, who review for billing, Cy, who does not, and two sidecars. */
final class TestPlane implements AutoCloseable {

    static final SecretToken ANA = SecretToken.random();
    static final SecretToken BO = SecretToken.random();
    static final SecretToken CY = SecretToken.random();
    static final SecretToken DEE = SecretToken.random();
    static final SecretToken EVE = SecretToken.random();
    static final SecretToken PAYMENTS = SecretToken.random();
    static final SecretToken LEDGER = SecretToken.random();

    final StorageSettings storage;
    final HandClock clock;
    final ControlPlane plane;
    final PlaneClient client;

    private TestPlane(ControlPlaneSettings settings, HandClock clock) throws IOException {
        this.storage = settings.storage();
        this.clock = clock;
        plane = ControlPlane.start(settings, clock);
        // Not by its public address, which may be that of a proxy.
        client =
                new PlaneClient(URI.create("http://127.0.0.1:" + plane.address().getPort()));
    }

    static TestPlane start(Path directory) throws IOException {
        return start(directory, List.of(ApprovalRule.ofGroup("billing-approvers", "billing")));
    }

    static TestPlane start(Path directory, List<ApprovalRule> rules) throws IOException {
        return start(directory, StorageKind.SQLITE, rules);
    }

    static TestPlane start(Path directory, StorageKind storage) throws IOException {
        return start(directory, storage, List.of(ApprovalRule.ofGroup("billing-approvers", "billing")));
    }

    static TestPlane start(Path directory, StorageKind storage, List<ApprovalRule> rules) throws IOException {
        return start(settings(directory, rules).withStorage(storage.at(directory)), new HandClock());
    }

    /** As these settings say, by a clock that it may share with another. */
    static TestPlane start(ControlPlaneSettings settings, HandClock clock) throws IOException {
        return new TestPlane(settings, clock);
    }

    static ControlPlaneSettings settings(Path directory, List<ApprovalRule> rules) {
        return ControlPlaneSettings.of(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), directory.resolve("data/hoop.db"))
                .withAccess(AccessSettings.defaults().withPasswordCost(PasswordCost.LEAST))
                .withPeople(new PeopleSettings(
                        rules,
                        List.of(
                                new PlaneUser("ana@example.com", "Ana", List.of("billing"), Optional.of(ANA)),
                                new PlaneUser("bo@example.com", "Bo", List.of("billing", "oncall"), Optional.of(BO)),
                                new PlaneUser("cy@example.com", "Cy", List.of("ledger"), Optional.of(CY))),
                        List.of(new PlaneSidecar("payments", PAYMENTS), new PlaneSidecar("ledger", LEDGER))));
    }

    /** With Dee, who manages, and reviews for nobody but these groups. */
    TestPlane withDee(String... groups) {
        plane.ensureUser(
                new PlaneUser("dee@example.com", "Dee", List.of(groups), Set.of(Capability.ADMIN), Optional.of(DEE)));
        return this;
    }

    /** With Eve, who reads the decision log. */
    TestPlane withEve() {
        plane.ensureUser(
                new PlaneUser("eve@example.com", "Eve", List.of(), Set.of(Capability.AUDIT), Optional.of(EVE)));
        return this;
    }

    static ApprovalRule rule(int min, boolean all, List<String> groups, List<String> forcing, boolean self) {
        return new ApprovalRule(
                "billing-approvers",
                groups,
                min,
                all,
                forcing,
                Optional.of(Duration.ofMinutes(30)),
                Optional.of(Duration.ofMinutes(15)),
                self);
    }

    @Override
    public void close() {
        plane.close();
    }
}
