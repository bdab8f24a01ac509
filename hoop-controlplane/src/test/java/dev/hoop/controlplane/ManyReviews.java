package dev.hoop.controlplane;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.time.Clock;
import java.time.Duration;

/** Reviews that wait, written right into the database of a plane that runs: a plane would take minutes to be asked for so many. */
final class ManyReviews {

    private static final int BATCH = 1_000;

    private ManyReviews() {}

    /**
     * Writes them, each with a requester and a group, to end half an hour after they were filed.
     *
     * @param name what their ids begin with
     * @param bytes how long each statement is
     */
    static void wait(StorageSettings storage, Clock clock, String name, int many, int bytes) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        long now = clock.millis();
        try (Connection connection = DriverManager.getConnection(storage.url());
                PreparedStatement reviews = connection.prepareStatement(
                        "INSERT INTO reviews (id, sidecar, listener_name, approval_rule, payload, payload_sha256, status,"
                                + " created_at, expires_at, min_approvals, all_groups, allow_self, approval_ttl_sec,"
                                + " requester) VALUES (?, 'payments', 'billing-api', 'billing-approvers', ?, ?,"
                                + " 'PENDING', ?, ?, 1, 0, 0, 900, 'name agent-7')");
                PreparedStatement groups = connection.prepareStatement(
                        "INSERT INTO review_groups (review_id, group_name, forces) VALUES (?, 'billing', 0)");
                PreparedStatement requesters = connection.prepareStatement(
                        "INSERT INTO review_requesters (review_id, subject, email, peer_addr, method, asked_at)"
                                + " VALUES (?, 'agent-7', '', '10.0.3.7:51234', 'peer', ?)")) {
            connection.setAutoCommit(false);
            for (int i = 0; i < many; i++) {
                String id = name + "-" + i;
                byte[] payload = ("DELETE FROM " + id + " -- " + "x".repeat(bytes))
                        .substring(0, Math.max(bytes, 40))
                        .getBytes(StandardCharsets.UTF_8);
                reviews.setString(1, id);
                reviews.setBytes(2, payload);
                reviews.setBytes(3, digest.digest(payload));
                reviews.setLong(4, now);
                reviews.setLong(5, now + Duration.ofMinutes(30).toMillis());
                reviews.addBatch();
                groups.setString(1, id);
                groups.addBatch();
                requesters.setString(1, id);
                requesters.setLong(2, now);
                requesters.addBatch();
                if (i % BATCH == BATCH - 1 || i == many - 1) {
                    reviews.executeBatch();
                    groups.executeBatch();
                    requesters.executeBatch();
                }
            }
            connection.commit();
        }
    }
}
