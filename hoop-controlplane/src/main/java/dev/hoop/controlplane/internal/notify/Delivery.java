package dev.hoop.controlplane.internal.notify;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.controlplane.NotificationEvent;
import dev.hoop.controlplane.internal.review.StatementText;
import java.net.URI;
import java.util.Optional;

/**
 * One delivery with everything that goes into it.
 *
 * @param id the same at every attempt, by which a receiver knows a repetition
 * @param told see {@link Told}
 * @param page where the review is read and decided, or freezes are ended
 * @param statement where the channel is to have it
 */
record Delivery(String id, NotificationEvent event, JsonNode told, URI page, Optional<StatementText> statement) {}
