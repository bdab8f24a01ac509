package dev.hoop.proto.http.internal.session;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2SettingsFrame;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** A client of HTTP/2 with prior knowledge whose every frame the test sends and sees. It checks nothing that it sends. */
final class Http2Client implements AutoCloseable {

    /** What a stream got: {@code 200 [name=value] ...}, then data, then {@code END}; or {@code RESET error}. */
    final class Stream {
        private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
        private final Http2StreamChannel channel;

        private Stream() {
            this.channel = new Http2StreamChannelBootstrap(connection)
                    .handler(new Recorder(events))
                    .open()
                    .syncUninterruptibly()
                    .getNow();
        }

        Stream headers(Http2Headers headers, boolean last) {
            return write(new DefaultHttp2HeadersFrame(headers, last));
        }

        Stream data(String text, boolean last) {
            return write(new DefaultHttp2DataFrame(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1), last));
        }

        Stream reset() {
            return write(new DefaultHttp2ResetFrame(Http2Error.CANCEL));
        }

        private Stream write(Http2StreamFrame frame) {
            channel.writeAndFlush(frame);
            return this;
        }

        /** Stops taking data, so that the stream's window closes. */
        Stream pause() {
            channel.config().setAutoRead(false);
            return this;
        }

        Stream resume() {
            channel.config().setAutoRead(true);
            return this;
        }

        /** The next event. */
        String next() {
            return take(events);
        }

        /** The head, the whole body in one piece, and what ended it. */
        String all() {
            StringBuilder all = new StringBuilder();
            String event = next();
            while (!event.equals("END") && !event.startsWith("RESET") && !event.equals("CLOSED")) {
                all.append(event).append('\n');
                event = next();
            }
            return all.append(event).toString();
        }
    }

    private final MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final BlockingQueue<String> connectionEvents = new LinkedBlockingQueue<>();
    private final CompletableFuture<Long> maxStreams = new CompletableFuture<>();
    private final Channel connection;

    private Http2Client(InetSocketAddress address) {
        connection = new Bootstrap()
                .group(group)
                .channel(NioSocketChannel.class)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(
                                        Http2FrameCodecBuilder.forClient()
                                                .validateHeaders(false)
                                                .encoderIgnoreMaxHeaderListSize(true)
                                                .gracefulShutdownTimeoutMillis(0)
                                                .build(),
                                        new Http2MultiplexHandler(new Recorder(connectionEvents)),
                                        new ConnectionRecorder());
                    }
                })
                .connect(address)
                .syncUninterruptibly()
                .channel();
    }

    static Http2Client connect(InetSocketAddress address) {
        return new Http2Client(address);
    }

    Stream open() {
        return new Stream();
    }

    /** Opens a stream and resets it at once; does nothing where the connection has just ended. */
    void openAndReset(String path) {
        new Http2StreamChannelBootstrap(connection)
                .handler(new Recorder(new LinkedBlockingQueue<>()))
                .open()
                .addListener(opened -> {
                    if (opened.isSuccess()) {
                        Channel stream = (Channel) opened.getNow();
                        stream.write(new DefaultHttp2HeadersFrame(request("GET", path), true));
                        stream.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.CANCEL));
                    }
                })
                .awaitUninterruptibly();
    }

    /** Sends a request without a body. */
    Stream get(String path) {
        return open().headers(request("GET", path), true);
    }

    static Http2Headers request(String method, String path) {
        return new DefaultHttp2Headers(false)
                .method(method)
                .scheme("http")
                .authority("example.com")
                .path(path);
    }

    /** How many streams the server lets be open. */
    long maxStreams() throws Exception {
        return maxStreams.get(30, TimeUnit.SECONDS);
    }

    /** The next event of the connection: {@code GOAWAY error} or {@code CLOSED}. */
    String next() {
        return take(connectionEvents);
    }

    boolean isOpen() {
        return connection.isActive();
    }

    private static String take(BlockingQueue<String> events) {
        try {
            String event = events.poll(30, TimeUnit.SECONDS);
            if (event == null) {
                throw new AssertionError("nothing came");
            }
            return event;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    @Override
    public void close() {
        connection.close().syncUninterruptibly();
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    @Sharable
    private static final class Recorder extends ChannelInboundHandlerAdapter {
        private final BlockingQueue<String> events;

        Recorder(BlockingQueue<String> events) {
            this.events = events;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object frame) {
            boolean last = false;
            if (frame instanceof Http2HeadersFrame headers) {
                events.add(show(headers.headers()));
                last = headers.isEndStream();
            } else if (frame instanceof Http2DataFrame data) {
                if (data.content().isReadable()) {
                    events.add(data.content().toString(StandardCharsets.ISO_8859_1));
                }
                last = data.isEndStream();
            }
            ReferenceCountUtil.release(frame);
            if (last) {
                events.add("END");
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event instanceof Http2ResetFrame reset) {
                events.add("RESET "
                        + Optional.ofNullable(Http2Error.valueOf(reset.errorCode()))
                                .map(Enum::name)
                                .orElse("?"));
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            events.add("CLOSED");
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            events.add("ERROR " + cause);
        }

        private static String show(Http2Headers headers) {
            String fields = StreamSupport.stream(headers.spliterator(), false)
                    .filter(entry -> !entry.getKey().toString().equals(":status"))
                    .map(Map.Entry::toString)
                    .map(entry -> " [" + entry + "]")
                    .collect(Collectors.joining());
            return (headers.status() == null ? "TRAILERS" : headers.status()) + fields;
        }
    }

    private final class ConnectionRecorder extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object frame) {
            if (frame instanceof Http2GoAwayFrame goAway) {
                connectionEvents.add("GOAWAY "
                        + Optional.ofNullable(Http2Error.valueOf(goAway.errorCode()))
                                .map(Enum::name)
                                .orElse("?"));
            } else if (frame instanceof Http2SettingsFrame settings) {
                Long max = settings.settings().maxConcurrentStreams();
                if (max != null) {
                    // The server is tested, not this codec.
                    ctx.pipeline()
                            .get(Http2FrameCodec.class)
                            .connection()
                            .local()
                            .maxActiveStreams(Integer.MAX_VALUE);
                    // A stream that the test does not read must not stop the others by this end's window.
                    ctx.writeAndFlush(new DefaultHttp2WindowUpdateFrame(1024 * 1024));
                    maxStreams.complete(max);
                }
            }
            ReferenceCountUtil.release(frame);
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            connectionEvents.add("CLOSED");
            ctx.fireChannelInactive();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            // What the server does about it is what the test looks at.
            ctx.fireUserEventTriggered(cause);
        }
    }
}
