package dev.hoop.controlplane.client;

import static dev.hoop.controlplane.client.Planes.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.hoop.review.ReviewFailure.Kind;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewService;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NoPlaneTest {

    @Test
    void everyCallSaysThatThereIsNone() {
        ReviewService none = new NoPlane();
        ReviewId id = new ReviewId("r1");

        assertThat(failure(none.file(Planes.request("x"))).kind()).isEqualTo(Kind.NO_PLANE);
        assertThat(failure(none.claim(id)).kind()).isEqualTo(Kind.NO_PLANE);
        assertThat(failure(none.status(id)).kind()).isEqualTo(Kind.NO_PLANE);
        assertThat(failure(none.list(Optional.empty(), 1)).kind()).isEqualTo(Kind.NO_PLANE);
        none.awaitDecision(id, () -> fail("nobody decides")).close();
    }
}
