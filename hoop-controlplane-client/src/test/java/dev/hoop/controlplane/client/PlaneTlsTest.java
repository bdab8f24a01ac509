package dev.hoop.controlplane.client;

import static dev.hoop.controlplane.client.Planes.done;
import static dev.hoop.controlplane.client.Planes.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewFailure.Kind;
import dev.hoop.review.ReviewId;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.plane.ScriptedControlPlane;
import dev.hoop.testkit.tls.TestAuthority;
import dev.hoop.testkit.tls.TestIdentity;
import dev.hoop.testkit.wire.WireJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlaneTlsTest {

    private static final String REVIEW = "{\"id\":\"r1\",\"status\":\"PENDING\",\"listener_name\":\"billing\"}";

    private final TestAuthority authority = TestAuthority.create();

    private RawHttpUpstream plane(TestIdentity identity) {
        return RawHttpUpstream.answeringTls(
                new WireJournal(), authority.showing(identity), request -> RawHttpUpstream.response(200, REVIEW));
    }

    private static PlaneClient client(RawHttpUpstream plane, Optional<Path> caFile) throws IOException {
        return PlaneClient.open(new PlaneSettings(
                PlaneUrl.parse("https://localhost:" + plane.address().getPort()),
                PlaneToken.of(ScriptedControlPlane.TOKEN),
                caFile,
                "1.2.3",
                Planes.PATIENT));
    }

    @Test
    void trustsTheAuthorityOfTheFile(@TempDir Path directory) throws IOException {
        Path caFile = authority.root().writeCertificate(directory.resolve("ca.pem"));
        try (RawHttpUpstream plane = plane(authority.issueForLoopback());
                PlaneClient client = client(plane, Optional.of(caFile))) {
            assertThat(done(client.reviews().status(new ReviewId("r1"))).listenerName())
                    .isEqualTo("billing");
        }
    }

    @Test
    void trustsNoOtherAuthorityAndNoOtherName(@TempDir Path directory) throws IOException {
        Path caFile = authority.root().writeCertificate(directory.resolve("ca.pem"));
        Path otherFile = TestAuthority.create().root().writeCertificate(directory.resolve("other.pem"));
        try (RawHttpUpstream plane = plane(authority.issueForLoopback());
                RawHttpUpstream elsewhere = plane(authority.issue("elsewhere.example.com"));
                PlaneClient platform = client(plane, Optional.empty());
                PlaneClient other = client(plane, Optional.of(otherFile));
                PlaneClient wrongName = client(elsewhere, Optional.of(caFile))) {
            for (PlaneClient client : new PlaneClient[] {platform, other, wrongName}) {
                ReviewFailure failure = failure(client.reviews().status(new ReviewId("r1")));
                assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
                assertThat(failure).hasMessageContaining("trust.ca_file");
            }
            assertThat(plane.requests()).isEmpty();
            assertThat(elsewhere.requests()).isEmpty();
        }
    }

    @Test
    void saysWhatIsWrongWithTheFile(@TempDir Path directory) throws IOException {
        Path empty = Files.writeString(directory.resolve("empty.pem"), "");
        Path nonsense = Files.writeString(directory.resolve("nonsense.pem"), "-----BEGIN CERTIFICATE-----\nx\n");
        try (RawHttpUpstream plane = RawHttpUpstream.start()) {
            assertThatThrownBy(() -> client(plane, Optional.of(empty))).hasMessageContaining("no certificate");
            assertThatThrownBy(() -> client(plane, Optional.of(nonsense)))
                    .hasMessageContaining("cannot be read as PEM");
            assertThatThrownBy(() -> client(plane, Optional.of(directory.resolve("none.pem"))))
                    .isInstanceOf(IOException.class);
        }
    }
}
