package dev.hoop.controlplane.internal.notify;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.NotificationChannel.Slack;
import dev.hoop.web.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/**
 * A message for Slack's incoming webhooks and what is compatible with them. {@code text} says everything for those that know
 * no blocks. What came from outside is plain text, or escaped as Slack's "Formatting text for app surfaces" has it, so that
 * nobody is called and no link is made by it.
 */
final class SlackSender implements Sender {

    /** A section's text has at most 3,000 characters, a field's 2,000: "Reference: blocks". */
    private static final int MAX_SECTION = 2_900;

    private static final int MAX_FIELD = 1_900;

    private final Slack slack;
    private final HttpPost http;

    SlackSender(Slack slack, HttpPost http) {
        this.slack = slack;
        this.http = http;
    }

    @Override
    public void send(Delivery delivery) throws DeliveryFailure, InterruptedException {
        http.post(slack.address(), Map.of(), Json.write(message(delivery)).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Duration longest() {
        return HttpPost.LONGEST;
    }

    private static ObjectNode message(Delivery delivery) {
        NotificationText text = NotificationText.of(delivery);
        String link = "<" + delivery.page() + "|" + text.link() + ">";
        ObjectNode message = Json.object();
        message.put("text", escaped(text.headline()) + " " + link);
        ArrayNode blocks = message.putArray("blocks");
        section(blocks).set("text", plain(text.headline(), MAX_SECTION));
        if (!text.facts().isEmpty()) {
            ArrayNode fields = section(blocks).putArray("fields");
            text.facts().forEach(fact -> fields.add(plain(fact.name() + ": " + fact.value(), MAX_FIELD)));
        }
        delivery.statement()
                .ifPresent(statement -> section(blocks).set("text", plain(Statements.marked(statement), MAX_SECTION)));
        section(blocks).set("text", Json.object().put("type", "mrkdwn").put("text", link));
        return message;
    }

    private static ObjectNode section(ArrayNode blocks) {
        return blocks.addObject().put("type", "section");
    }

    private static ObjectNode plain(String text, int most) {
        return Json.object()
                .put("type", "plain_text")
                .put("text", Statements.cut(text, most))
                .put("emoji", false);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
