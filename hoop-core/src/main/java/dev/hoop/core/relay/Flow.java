package dev.hoop.core.relay;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;

/**
 * Back-pressure between two channels of one loop: one is read no faster than the other one writes, both ways, so that memory
 * per connection is bounded by the {@link #WATER_MARKS} and one read. Confined to the loop.
 */
public final class Flow {

    /** A channel counts as full above the high mark and as free again below the low one, in bytes. */
    public static final WriteBufferWaterMark WATER_MARKS = new WriteBufferWaterMark(32 * 1024, 64 * 1024);

    private final Channel one;
    private final Channel other;
    private final ChannelHandler onOne;
    private final ChannelHandler onOther;

    private Flow(Channel one, Channel other) {
        this.one = one;
        this.other = other;
        this.onOne = new PressureHandler(other);
        this.onOther = new PressureHandler(one);
    }

    /**
     * Couples two channels, by {@link ReadControl.Reason#PEER_FULL} of each. The session goes on to read and write them
     * itself.
     */
    public static Flow couple(Channel one, Channel other) {
        Flow flow = new Flow(one, other);
        // First in the pipelines: a session's handler need not pass the events on.
        one.pipeline().addFirst(flow.onOne);
        other.pipeline().addFirst(flow.onOther);
        return flow;
    }

    /**
     * Ends the coupling, for a channel that is kept for another use; both are read again unless the session paused them.
     */
    public void uncouple() {
        PressureHandler.remove(one, onOne);
        PressureHandler.remove(other, onOther);
    }

    /**
     * Couples two channels and passes every byte from one to the other from now on, until both directions have ended: the
     * end of one side's input ends the other side's output once all was written, and the loss of one side closes the other.
     *
     * <p>The session's own handlers are removed first, or pass on what they do not take: bytes arrive at the end of the
     * pipelines. What a session has already read it writes itself, before it calls this.
     */
    public static Flow splice(Channel one, Channel other) {
        Flow flow = couple(one, other);
        one.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        other.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        one.pipeline().addLast(new SpliceHandler(other));
        other.pipeline().addLast(new SpliceHandler(one));
        return flow;
    }
}
