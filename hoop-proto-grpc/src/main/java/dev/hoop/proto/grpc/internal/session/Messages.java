package dev.hoop.proto.grpc.internal.session;

import dev.hoop.proto.grpc.internal.codec.Gzip;
import dev.hoop.proto.grpc.internal.codec.MessageFrame;
import dev.hoop.proto.grpc.internal.descriptor.Unreadable;
import dev.hoop.proto.grpc.internal.message.BadCall;
import dev.hoop.proto.grpc.internal.message.CallHead;
import dev.hoop.proto.grpc.internal.message.GrpcStatus;
import dev.hoop.proto.grpc.internal.statement.GrpcStatement;
import java.io.IOException;

/** Makes statements of the messages of one call. */
final class Messages {

    private final GrpcLane lane;
    private final CallHead head;
    private final GrpcStatement call;

    Messages(GrpcLane lane, CallHead head, GrpcStatement call) {
        this.lane = lane;
        this.head = head;
        this.call = call;
    }

    /**
     * The statement of a message.
     *
     * @throws BadCall when it cannot be read
     */
    GrpcStatement statement(MessageFrame frame) throws BadCall {
        boolean compressed = frame.compressed();
        if (compressed && head.encoding().equals(CallHead.IDENTITY)) {
            throw new BadCall(
                    GrpcStatus.INTERNAL,
                    "a message says that it is compressed, and the call does not say how; nothing ran");
        }
        byte[] message = frame.message();
        if (!lane.config().capturePayload()) {
            return call.withMark(lane.terms(), message);
        }
        try {
            return call.withText(lane.terms().reader().read(head.method(), compressed ? inflate(message) : message));
        } catch (Unreadable e) {
            throw new BadCall(GrpcStatus.FAILED_PRECONDITION, e.reason());
        }
    }

    private byte[] inflate(byte[] message) throws BadCall {
        if (!head.encoding().equals(Gzip.NAME)) {
            throw new BadCall(
                    GrpcStatus.UNIMPLEMENTED,
                    "a rule or a person must read the message and cannot in its encoding; nothing ran. Send it without"
                            + " compression, or with gzip");
        }
        try {
            return Gzip.inflate(message, lane.config().maxPayloadBytes()).orElseThrow(this::tooLarge);
        } catch (IOException e) {
            throw new BadCall(GrpcStatus.INTERNAL, "a message is not compressed as the call says; nothing ran");
        }
    }

    BadCall tooLarge() {
        return new BadCall(
                GrpcStatus.RESOURCE_EXHAUSTED,
                "the message is larger than " + lane.config().maxPayloadBytes()
                        + " bytes and a rule must see all of it; nothing ran. Send less, or raise"
                        + " grpc.max_payload_bytes of this listener");
    }
}
