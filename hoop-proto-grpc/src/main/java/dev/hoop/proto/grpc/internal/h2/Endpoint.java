package dev.hoop.proto.grpc.internal.h2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/2 connection, as a server towards a client or as a client towards an upstream. Its {@link EndpointEvents} hear
 * what comes in; what goes out is flushed at the end of the loop's turn.
 */
public final class Endpoint extends Http2ConnectionHandler {

    /** What a field counts for beyond its letters (RFC 9113 section 6.5.2). */
    private static final int FIELD_OVERHEAD = 32;

    private final EndpointEvents events;
    private final Flushes flushes;
    private final Http2Connection.PropertyKey streamKey;
    private @Nullable ChannelHandlerContext context;
    private boolean flushWaits;
    private boolean spoke;

    /** Octets, by the count of RFC 9113 section 6.5.2. */
    private long peerHeaderList = Long.MAX_VALUE;

    private boolean closing;

    Endpoint(
            Http2ConnectionDecoder decoder,
            Http2ConnectionEncoder encoder,
            Http2Settings settings,
            EndpointEvents events,
            Flushes flushes) {
        super(decoder, encoder, settings, true);
        this.events = events;
        this.flushes = flushes;
        this.streamKey = connection().newKey();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
        context = ctx;
        super.handlerAdded(ctx);
    }

    private ChannelHandlerContext context() {
        if (context == null) {
            throw new IllegalStateException("not in a pipeline yet");
        }
        return context;
    }

    public Channel channel() {
        return context().channel();
    }

    /**
     * Says what of ours a stream belongs to; until then, and after its end, it belongs to nothing.
     *
     * @return whether there is such a stream
     */
    public boolean attach(int stream, Object owner) {
        Http2Stream known = connection().stream(stream);
        if (known == null) {
            return false;
        }
        known.setProperty(streamKey, owner);
        return true;
    }

    /** What {@link #attach} said. */
    @Nullable
    Object owner(int stream) {
        Http2Stream known = connection().stream(stream);
        return known == null ? null : owner(known);
    }

    @Nullable
    Object owner(Http2Stream stream) {
        return stream.getProperty(streamKey);
    }

    /** Whether a stream is there and its peer may still send on it. */
    public boolean peerMaySend(int stream) {
        Http2Stream known = connection().stream(stream);
        return known != null && known.state().remoteSideOpen();
    }

    /** Whether a stream is there and has not been ended by us; data that waits for the peer's window counts. */
    boolean weMaySend(int stream) {
        Http2Stream known = connection().stream(stream);
        return known != null && known.state().localSideOpen();
    }

    /** The id for the next stream that this side opens, or -1 when there are none left. */
    int nextStream() {
        return connection().local().incrementAndGetNextStreamId();
    }

    public void headers(int stream, Http2Headers headers, boolean end) {
        headers(stream, headers, end, context().newPromise());
    }

    public void headers(int stream, Http2Headers headers, boolean end, ChannelPromise promise) {
        spoke = true;
        encoder().writeHeaders(context(), stream, headers, 0, end, promise);
        flushLater();
    }

    /**
     * Writes a piece of a stream as far as its peer's windows let it.
     *
     * @param data released here
     * @param written hears when it went out, or that it never will
     */
    public void data(int stream, ByteBuf data, boolean end, ChannelFutureListener written) {
        spoke = true;
        encoder()
                .writeData(
                        context(), stream, data, 0, end, context().newPromise().addListener(written));
        flushLater();
    }

    /**
     * Ends a stream at once, in both directions; what was not sent yet is dropped.
     *
     * @return whether there was something to end
     */
    public boolean reset(int stream, Http2Error error) {
        if (connection().stream(stream) == null) {
            return false;
        }
        resetStream(context(), stream, error.code(), context().newPromise());
        flushLater();
        return true;
    }

    /** Lets the peer send that much more on a stream. */
    public void credit(int stream, int bytes) {
        Http2Stream known = connection().stream(stream);
        if (known == null || bytes == 0) {
            return;
        }
        try {
            if (connection().local().flowController().consumeBytes(known, bytes)) {
                flushLater();
            }
        } catch (Http2Exception e) {
            onError(context(), true, e);
        }
    }

    /** Tells the peer to open no more streams; those that it has opened meanwhile are served (RFC 9113 section 6.8). */
    public void sayGoAwaySoon() {
        sayGoAway(Integer.MAX_VALUE);
    }

    /** Tells the peer which of its streams was the last. */
    public void sayGoAway() {
        sayGoAway(connection().remote().lastStreamCreated());
    }

    private void sayGoAway(int lastStream) {
        goAway(
                context(),
                lastStream,
                Http2Error.NO_ERROR.code(),
                Unpooled.EMPTY_BUFFER,
                context().newPromise());
        flushLater();
    }

    /** Ends everything at once, with a word about why. */
    public void leave(Http2Error error) {
        goAway(
                context(),
                connection().remote().lastStreamCreated(),
                error.code(),
                Unpooled.EMPTY_BUFFER,
                context().newPromise());
        flushNow();
        context().close();
    }

    /** Closes when everything that was written has gone out. */
    public void closeGently() {
        ChannelHandlerContext ctx = context();
        flushNow();
        ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    /** Closes when the last stream is over. */
    public void closeAfterStreams() {
        closing = true;
        if (connection().numActiveStreams() == 0) {
            closeGently();
        }
    }

    /** A stream was counted out. */
    void counted() {
        if (closing && connection().numActiveStreams() == 0) {
            closeGently();
        }
    }

    /** A promise that writes of this connection may keep. */
    public ChannelPromise newPromise() {
        return context().newPromise();
    }

    /**
     * Whether the peer takes so many headers, by its settings. As a server the codec does not look; there are clients that
     * end the connection when they get more.
     */
    public boolean takes(Http2Headers headers) {
        if (peerHeaderList == Long.MAX_VALUE) {
            return true;
        }
        long size = 0;
        for (Map.Entry<CharSequence, CharSequence> field : headers) {
            size += field.getKey().length() + field.getValue().length() + FIELD_OVERHEAD;
        }
        return size <= peerHeaderList;
    }

    /** Whether anything of a stream was said since this was asked last. */
    public boolean spokeSince() {
        boolean was = spoke;
        spoke = false;
        return was;
    }

    /** How many streams are not over, for both sides. */
    public int streams() {
        return connection().numActiveStreams();
    }

    /**
     * Takes what the codec leaves of the peer's settings. The memory of headers that we send stays small, whatever the peer
     * offers to remember (RFC 7541 section 4.2 lets us use less): what we send is often of its own choosing.
     */
    void heed(Http2Settings settings) throws Http2Exception {
        Long headerList = settings.maxHeaderListSize();
        if (headerList != null) {
            peerHeaderList = headerList;
        }
        Http2HeadersEncoder.Configuration headers = encoder().configuration().headersConfiguration();
        if (headers.maxHeaderTableSize() > Http2CodecUtil.DEFAULT_HEADER_TABLE_SIZE) {
            headers.maxHeaderTableSize(Http2CodecUtil.DEFAULT_HEADER_TABLE_SIZE);
        }
    }

    public void ping(long content) {
        encoder().writePing(context(), false, content, context().newPromise());
        flushLater();
    }

    private void flushLater() {
        if (!flushWaits) {
            flushWaits = true;
            flushes.add(this);
        }
    }

    void flushNow() {
        flushWaits = false;
        flush(context());
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        super.channelInactive(ctx);
        events.ended();
    }

    @Override
    protected void onStreamError(
            ChannelHandlerContext ctx, boolean outbound, Throwable cause, Http2Exception.StreamException error) {
        if (!outbound) {
            events.brokenStream(error.streamId());
        }
        super.onStreamError(ctx, outbound, cause, error);
    }

    @Override
    protected void onConnectionError(
            ChannelHandlerContext ctx, boolean outbound, Throwable cause, @Nullable Http2Exception error) {
        events.brokenConnection(cause);
        super.onConnectionError(ctx, outbound, cause, error);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) throws Exception {
        if (Http2CodecUtil.getEmbeddedHttp2Exception(cause) != null) {
            super.exceptionCaught(ctx, cause);
        } else {
            ctx.close();
        }
    }
}
