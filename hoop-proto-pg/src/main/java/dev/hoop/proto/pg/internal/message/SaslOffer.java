package dev.hoop.proto.pg.internal.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * AuthenticationSASL: the mechanisms that a server offers.
 *
 * @param mechanisms their names, the preferred one first
 */
public record SaslOffer(List<String> mechanisms) {

    /** The kind of AuthenticationSASL among the Authentication messages. */
    private static final int SASL = 10;

    /** Binds to the TLS channel (RFC 5929), which does not reach from the client to the server here. */
    private static final String BOUND_TO_CHANNEL = "SCRAM-SHA-256-PLUS";

    /** Whether a body of an Authentication message is such an offer. */
    public static boolean is(ByteBuf body) {
        return kind(body) == SASL;
    }

    private static int kind(ByteBuf body) {
        return body.readableBytes() < Integer.BYTES ? -1 : body.getInt(body.readerIndex());
    }

    /** @param body the body; read, not released */
    public static SaslOffer read(ByteBuf body) throws ProtocolViolation {
        Fields fields = new Fields(body, "AuthenticationSASL");
        fields.int32();
        List<String> mechanisms = new ArrayList<>();
        for (String name = fields.name(); !name.isEmpty(); name = fields.name()) {
            mechanisms.add(name);
        }
        return new SaslOffer(List.copyOf(mechanisms));
    }

    /** Whether the mechanism that binds to the channel is among them. */
    public boolean bindsToChannel() {
        return mechanisms.contains(BOUND_TO_CHANNEL);
    }

    /** The offer without the mechanism that binds to the channel. */
    public SaslOffer withoutChannelBinding() {
        return new SaslOffer(mechanisms.stream()
                .filter(name -> !name.equals(BOUND_TO_CHANNEL))
                .toList());
    }

    /** The message. */
    public ByteBuf toBuffer(ByteBufAllocator allocator) {
        ByteBuf out = allocator.buffer(64);
        out.writeByte(BackendTag.AUTHENTICATION).writeInt(0).writeInt(SASL);
        for (String name : mechanisms) {
            out.writeBytes(name.getBytes(StandardCharsets.ISO_8859_1)).writeByte(0);
        }
        out.writeByte(0);
        out.setInt(1, out.readableBytes() - 1);
        return out;
    }
}
