package dev.hoop.controlplane.internal.notify;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.NotificationChannel.Webhook;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.web.Json;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signed JSON for programs; see docs/plane-notify.md. */
final class WebhookSender implements Sender {

    private static final String ALGORITHM = "HmacSHA256";

    private final Webhook webhook;
    private final HttpPost http;
    private final PlaneClock clock;

    WebhookSender(Webhook webhook, HttpPost http, PlaneClock clock) {
        this.webhook = webhook;
        this.http = http;
        this.clock = clock;
    }

    @Override
    public void send(Delivery delivery) throws DeliveryFailure, InterruptedException {
        byte[] body = body(delivery);
        String timestamp = Long.toString(clock.now().getEpochSecond());
        http.post(
                webhook.url(),
                Map.of(
                        "hoop-delivery-id",
                        delivery.id(),
                        "hoop-event",
                        delivery.event().word(),
                        "hoop-timestamp",
                        timestamp,
                        "hoop-signature",
                        "v1=" + signature(timestamp, body)),
                body);
    }

    @Override
    public Duration longest() {
        return HttpPost.LONGEST;
    }

    private static byte[] body(Delivery delivery) {
        ObjectNode json = Json.object();
        json.put("delivery_id", delivery.id());
        json.setAll((ObjectNode) delivery.told());
        json.put("url", delivery.page().toString());
        delivery.statement().ifPresent(statement -> json.put("statement", statement.plain()));
        return Json.write(json).getBytes(StandardCharsets.UTF_8);
    }

    /** Over the time too, so that what was heard once cannot be told again later. */
    private String signature(String timestamp, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(webhook.secret().value().getBytes(StandardCharsets.UTF_8), ALGORITHM));
            mac.update((timestamp + '.').getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
