package dev.hoop.examples.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.ReviewId;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import dev.hoop.testkit.sidecar.TestSidecar;
import dev.hoop.testkit.wire.WireJournal;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How the application behaves when what it asks for is held, approved or rejected: with a real sidecar, without a network. */
class OrdersTest {

    private final RawHttpUpstream service =
            RawHttpUpstream.answering(new WireJournal(), request -> RawHttpUpstream.response(200, "cancelled"));

    private final TestSidecar sidecar = TestSidecar.start("""
            listeners:
              - name: orders
                protocol: http
                listen: 127.0.0.1:0
                upstream: "%s"
                guardrails:
                  rules:
                    - {name: deletes-need-a-person, type: operation, operations: [DELETE], action: require_review}
                review: {approval_rule: order-approvers}
            """.formatted(service.hostAndPort()));

    private final Orders orders = new Orders(URI.create("http://" + sidecar.hostAndPort("orders")));

    @AfterEach
    void stop() {
        sidecar.close();
        service.close();
    }

    @Test
    void cancelsOnceAPersonApproved() throws Exception {
        Cancellation.Waiting waiting = (Cancellation.Waiting) orders.cancel(7);
        assertThat(service.requests()).isEmpty();

        sidecar.plane().reviews().approve(new ReviewId(waiting.reviewId()));

        assertThat(orders.cancel(7)).isInstanceOf(Cancellation.Done.class);
        assertThat(service.requests()).extracting(RawMessage::startLine).containsExactly("DELETE /orders/7 HTTP/1.1");
        assertThat(orders.cancel(7)).isInstanceOf(Cancellation.Waiting.class);
    }

    @Test
    void asksAnewAfterARejection() throws Exception {
        Cancellation.Waiting waiting = (Cancellation.Waiting) orders.cancel(7);

        sidecar.plane().reviews().reject(new ReviewId(waiting.reviewId()), "already shipped");

        Cancellation.Waiting anew = (Cancellation.Waiting) orders.cancel(7);
        assertThat(anew.reviewId()).isNotEqualTo(waiting.reviewId());
        assertThat(service.requests()).isEmpty();
    }
}
