package dev.hoop.proto.http.internal.h2;

import dev.hoop.proto.http.internal.session.ClientFacts;
import dev.hoop.proto.http.internal.session.HttpLane;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameLogger;
import io.netty.handler.logging.LogLevel;
import java.util.EnumSet;
import java.util.Set;

/**
 * Records the requests that the codec itself refuses, by a reset (RFC 9113 section 8.1.1): most of them before there is a
 * stream of ours that would hear of it. The codec offers no other place from which they can be seen. Logs nothing.
 */
final class CodecRefusals extends Http2FrameLogger {

    /** By these a reset says that the client has broken a rule; we send none of them ourselves. */
    private static final Set<Http2Error> CLIENTS_MISTAKES = EnumSet.of(
            Http2Error.PROTOCOL_ERROR,
            Http2Error.FLOW_CONTROL_ERROR,
            Http2Error.FRAME_SIZE_ERROR,
            Http2Error.COMPRESSION_ERROR,
            Http2Error.ENHANCE_YOUR_CALM);

    private final HttpLane lane;
    private final ClientFacts facts;

    CodecRefusals(HttpLane lane, ClientFacts facts) {
        super(LogLevel.TRACE, CodecRefusals.class);
        this.lane = lane;
        this.facts = facts;
    }

    /** Frames carry payloads, which no log may show. */
    @Override
    public boolean isEnabled() {
        return false;
    }

    @Override
    public void logRstStream(Direction direction, ChannelHandlerContext ctx, int stream, long errorCode) {
        Http2Error error = Http2Error.valueOf(errorCode);
        if (direction == Direction.OUTBOUND && error != null && CLIENTS_MISTAKES.contains(error)) {
            lane.gate().recordRefusal(facts.plain(), "the stream breaks the rules of HTTP/2");
        }
    }
}
