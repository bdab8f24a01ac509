package dev.hoop.proto.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.core.relay.Address;
import dev.hoop.core.relay.Dialer;
import dev.hoop.core.relay.Transport;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.sidecar.TestSidecar;
import io.grpc.BindableService;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reflection services of a real server, asked directly and through a sidecar, and its health service. */
class DiscoveryTest {

    @TempDir
    private Path directory;

    private static EchoServer server(BindableService... services) throws IOException {
        return EchoServer.start(builder -> {
            for (BindableService service : services) {
                builder.addService(service);
            }
            return builder.addService(new HealthStatusManager().getHealthService());
        });
    }

    private static byte[] discover(String hostAndPort) throws IOException {
        try (Transport transport = Transport.open()) {
            Dialer dialer = new Dialer(transport, Address.parse(hostAndPort), Optional.empty(), Dialer.DEFAULT_TIMEOUT);
            return GrpcDescriptors.discover(dialer, transport.nextLoop(), Eventually.SOON);
        }
    }

    private void findsHealth(byte[] set) throws IOException {
        Path file = Files.write(directory.resolve("found.binpb"), set);
        GrpcConfig config = new GrpcConfig(List.of(new DescriptorFile(file)), true, 1000, List.of());

        assertThat(GrpcDescriptors.describe(config))
                .contains(
                        new GrpcDescriptors.Method(
                                "/grpc.health.v1.Health/Check",
                                "read",
                                "grpc.health.v1.HealthCheckRequest",
                                "grpc.health.v1.HealthCheckResponse"),
                        new GrpcDescriptors.Method(
                                "/grpc.health.v1.Health/Watch",
                                "read",
                                "grpc.health.v1.HealthCheckRequest",
                                "stream grpc.health.v1.HealthCheckResponse"));
    }

    @Test
    void asksTheFirstVersion() throws Exception {
        try (EchoServer server = server(ProtoReflectionServiceV1.newInstance())) {
            findsHealth(discover(server.hostAndPort()));
        }
    }

    @SuppressWarnings("deprecation") // servers of the field have nothing newer
    @Test
    void asksTheAlphaVersionWhereThereIsNoOther() throws Exception {
        EchoServer.Only only =
                EchoServer.only(ProtoReflectionService.newInstance(), new HealthStatusManager().getHealthService());
        try (only) {
            findsHealth(discover(only.hostAndPort()));
        }
    }

    @Test
    void saysWhereThereIsNone() throws Exception {
        try (EchoServer.Only only = EchoServer.only(new HealthStatusManager().getHealthService())) {
            assertThatThrownBy(() -> discover(only.hostAndPort())).hasMessageContaining("has no reflection service");
        }
    }

    @Test
    void bothServicesPassThroughASidecar() throws Exception {
        try (EchoServer server = server(ProtoReflectionServiceV1.newInstance());
                TestSidecar sidecar = TestSidecar.start(Sidecars.yaml(server.hostAndPort(), ""));
                GrpcClient client = GrpcClient.connect(sidecar.address("calls"))) {
            findsHealth(discover(sidecar.hostAndPort("calls")));

            assertThat(HealthGrpc.newBlockingStub(client.channel())
                            .withDeadlineAfter(Duration.ofSeconds(20))
                            .check(HealthCheckRequest.getDefaultInstance())
                            .getStatus())
                    .isEqualTo(ServingStatus.SERVING);
        }
    }
}
