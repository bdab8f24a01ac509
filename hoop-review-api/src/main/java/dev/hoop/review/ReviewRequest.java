package dev.hoop.review;

import java.util.Arrays;

/**
 * A question to file. Two requests are the same review when listener, rule and payload are the same; who asks,
 * and what else is told about it, does not matter to that.
 */
public final class ReviewRequest {

    /** The largest payload that may be filed, in bytes: the Control Plane refuses more. */
    public static final int MAX_PAYLOAD_BYTES = 100 * 1024;

    private final String listenerName;
    private final String approvalRule;
    private final byte[] payload;
    private final Requester requester;
    private final ReviewContext context;

    /**
     * @param listenerName the listener that asks
     * @param approvalRule the approval rule whose reviewers decide
     * @param payload the exact bytes that the approval binds to; copied
     * @param requester who asks
     */
    public ReviewRequest(String listenerName, String approvalRule, byte[] payload, Requester requester) {
        this(listenerName, approvalRule, payload, requester, ReviewContext.NONE);
    }

    /**
     * @param listenerName the listener that asks
     * @param approvalRule the approval rule whose reviewers decide
     * @param payload the exact bytes that the approval binds to; copied
     * @param requester who asks
     * @param context what a reviewer is told besides
     */
    public ReviewRequest(
            String listenerName, String approvalRule, byte[] payload, Requester requester, ReviewContext context) {
        this.listenerName = listenerName;
        this.approvalRule = approvalRule;
        this.payload = payload.clone();
        this.requester = requester;
        this.context = context;
    }

    public String listenerName() {
        return listenerName;
    }

    public String approvalRule() {
        return approvalRule;
    }

    /** A copy of the bytes that the approval binds to. */
    public byte[] payload() {
        return payload.clone();
    }

    /** The payload's size in bytes. */
    public int payloadLength() {
        return payload.length;
    }

    public Requester requester() {
        return requester;
    }

    /** What a reviewer is told besides the payload; {@link ReviewContext#NONE} where nothing is known. */
    public ReviewContext context() {
        return context;
    }

    /** Whether both ask the same question, whoever asks it. */
    public boolean sameQuestion(ReviewRequest other) {
        return listenerName.equals(other.listenerName)
                && approvalRule.equals(other.approvalRule)
                && Arrays.equals(payload, other.payload);
    }
}
