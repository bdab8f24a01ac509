package dev.hoop.proto.pg;

import dev.hoop.controlplane.client.PlaneClient;
import dev.hoop.controlplane.client.PlaneSettings;
import dev.hoop.controlplane.client.PlaneToken;
import dev.hoop.controlplane.client.PlaneUrl;
import dev.hoop.review.ReviewService;
import dev.hoop.testkit.contract.ListenerContract;
import dev.hoop.testkit.contract.ProtocolUnderTest;
import dev.hoop.testkit.plane.ScriptedControlPlane;
import dev.hoop.testkit.sidecar.TestSidecar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;

/** The same, with the real client of the plane's HTTP API in between. */
class PgContractOverPlaneTest extends ListenerContract {

    private final List<PlaneClient> clients = new ArrayList<>();

    @Override
    protected ProtocolUnderTest protocol() {
        return new PgUnderTest();
    }

    @Override
    protected TestSidecar.Builder sidecars() {
        return TestSidecar.builder().reviews(this::overHttp);
    }

    private ReviewService overHttp(ScriptedControlPlane plane) {
        try {
            PlaneClient client = PlaneClient.open(new PlaneSettings(
                    PlaneUrl.parse(plane.uri().toString()),
                    PlaneToken.of(ScriptedControlPlane.TOKEN),
                    Optional.empty(),
                    "test"));
            clients.add(client);
            return client.reviews();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void closeClients() {
        clients.forEach(PlaneClient::close);
    }
}
