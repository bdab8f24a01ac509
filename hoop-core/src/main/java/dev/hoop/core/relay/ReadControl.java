package dev.hoop.core.relay;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;

/**
 * Whether a channel is read. Several parties may have a reason to pause it; it is read while none has. Use this instead of
 * {@code setAutoRead}, so that one party does not resume what another one paused. Confined to the channel's loop.
 */
public final class ReadControl {

    private static final AttributeKey<ReadControl> KEY = AttributeKey.valueOf(ReadControl.class, "control");

    /** Why a channel is not read. */
    public enum Reason {
        /** What is read could not be written onwards. */
        PEER_FULL,
        /** The session keeps as much as it may. */
        SESSION_FULL,
        /** The session waits for a decision, a dial or an answer, and wants nothing more until then. */
        WAITING;

        private int bit() {
            return 1 << ordinal();
        }
    }

    private final Channel channel;
    private int reasons;

    private ReadControl(Channel channel) {
        this.channel = channel;
    }

    /** The one control of a channel. */
    public static ReadControl of(Channel channel) {
        ReadControl known = channel.attr(KEY).get();
        if (known != null) {
            return known;
        }
        ReadControl made = new ReadControl(channel);
        channel.attr(KEY).set(made);
        return made;
    }

    /** Reading stops; what the kernel already gave is still delivered. */
    public void pause(Reason reason) {
        apply(reasons | reason.bit());
    }

    /** Reading goes on, unless another reason holds. */
    public void resume(Reason reason) {
        apply(reasons & ~reason.bit());
    }

    /** Whether no reason holds. */
    public boolean reading() {
        return reasons == 0;
    }

    private void apply(int now) {
        boolean changed = (reasons == 0) != (now == 0);
        reasons = now;
        if (changed) {
            channel.config().setAutoRead(now == 0);
        }
    }
}
