package dev.hoop.controlplane.internal.store;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;

/** What a review asks: may these bytes run on that listener, by that rule's reviewers. Two equal ones are one review. */
@SuppressWarnings("ArrayRecordComponent") // compared by the database, never here
public record Question(String sidecar, String listenerName, String approvalRule, byte[] payload, byte[] sha256) {

    /** A question with the digest by which the database finds it. */
    public static Question of(String sidecar, String listenerName, String approvalRule, byte[] payload) {
        try {
            byte[] sha256 = MessageDigest.getInstance("SHA-256").digest(payload);
            return new Question(sidecar, listenerName, approvalRule, payload, sha256);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** The names and values of a statement's parameters; more may be added. */
    List<Object> values() {
        return new ArrayList<>(List.of(
                "sidecar",
                sidecar,
                "listener",
                listenerName,
                "rule",
                approvalRule,
                "payload",
                payload,
                "sha256",
                sha256));
    }
}
