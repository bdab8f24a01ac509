package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.BO;
import static dev.hoop.controlplane.TestPlane.LEDGER;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.controlplane.PlaneClient.Answer;
import dev.hoop.testbase.Eventually;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** No account takes the event streams of all. */
@OnEachStorage
class StreamShareTest {

    private final Planes planes;

    StreamShareTest(Planes planes) {
        this.planes = planes;
    }

    @Test
    void aPersonHasAShareThatIsGivenBack() throws Exception {
        PlaneClient client = planes.start().client;
        String made = client.asPerson(ANA, "POST", "/api/tokens", "{\"name\":\"watch\"}")
                .json()
                .path("token")
                .asText();
        Supplier<HttpRequest.Builder> ana =
                () -> client.request("/api/reviews/stream").header("authorization", "Bearer " + ANA.value());
        List<InputStream> open = open(client, 32, ana);
        for (SecretToken token : List.of(ANA, SecretToken.of(made))) {
            Answer refused = client.asPerson(token, "GET", "/api/reviews/stream", "");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.message())
                    .contains("you have 32 event streams open")
                    .contains("close some");
            assertThat(refused.response().headers().firstValue("retry-after")).hasValue("30");
        }
        EventReader.ofPerson(client, BO).close();
        EventReader.ofSidecar(client, PAYMENTS).close();

        open.get(0).close();
        Eventually.await(() -> isOpened(client, ana), Eventually.SOON, "a place that was given back");
        close(open);
    }

    @Test
    void aSidecarHasAShare() throws Exception {
        PlaneClient client = planes.start().client;
        List<InputStream> open = open(
                client,
                128,
                () -> client.request("/api/sidecars/reviews/stream").header("hoop-sidecar-token", PAYMENTS.value()));
        Answer refused = client.asSidecar(PAYMENTS, "GET", "/api/sidecars/reviews/stream", "");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.message()).contains("this sidecar has 128 event streams open");
        EventReader.ofSidecar(client, LEDGER).close();
        close(open);
    }

    private static List<InputStream> open(PlaneClient client, int many, Supplier<HttpRequest.Builder> request)
            throws Exception {
        List<InputStream> open = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            HttpResponse<InputStream> response =
                    client.http().send(request.get().GET().build(), BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            open.add(response.body());
        }
        return open;
    }

    private static boolean isOpened(PlaneClient client, Supplier<HttpRequest.Builder> request) {
        try {
            HttpResponse<InputStream> response =
                    client.http().send(request.get().GET().build(), BodyHandlers.ofInputStream());
            response.body().close();
            return response.statusCode() == 200;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void close(List<InputStream> open) throws Exception {
        for (InputStream stream : open) {
            stream.close();
        }
    }
}
