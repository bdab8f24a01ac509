package dev.hoop.proto.grpc;

import dev.hoop.testkit.contract.ProtocolUnderTest;
import dev.hoop.testkit.http2.Http2Frames;
import dev.hoop.testkit.wire.WireConnection;
import dev.hoop.testkit.wire.WireJournal;
import dev.hoop.testkit.wire.WireServer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A gRPC server of our own making, which runs every message it gets and keeps count of every byte. */
final class RawGrpcUpstream implements ProtocolUnderTest.TestUpstream {

    private final List<String> ran = new CopyOnWriteArrayList<>();
    private final WireServer server;

    RawGrpcUpstream(WireJournal journal) {
        server = WireServer.start("upstream", journal, this::serve);
    }

    private void serve(WireConnection wire) {
        Map<Integer, byte[]> bodies = new LinkedHashMap<>();
        wire.take(Http2Frames.PREFACE.length);
        wire.send(Http2Frames.frame(Http2Frames.SETTINGS, 0, 0));
        while (wire.awaitMore()) {
            byte[] head = wire.take(Http2Frames.HEAD);
            byte[] payload = wire.take(Http2Frames.length(head));
            int stream = Http2Frames.stream(head);
            boolean acknowledges = (head[4] & Http2Frames.ACK) != 0;
            switch (head[3]) {
                case Http2Frames.SETTINGS, Http2Frames.PING -> {
                    if (!acknowledges) {
                        byte[] echo = head[3] == Http2Frames.PING ? payload : new byte[0];
                        wire.send(Http2Frames.frame(head[3], Http2Frames.ACK, 0, echo));
                    }
                }
                case Http2Frames.DATA -> {
                    byte[] body = Http2Frames.join(bodies.getOrDefault(stream, new byte[0]), payload);
                    bodies.put(stream, body);
                    if ((head[4] & Http2Frames.END_STREAM) != 0) {
                        bodies.remove(stream);
                        ran.add(Grpc.words(body));
                        wire.send(answer(stream, body));
                    }
                }
                default -> {
                    // Heads say nothing that this server heeds.
                }
            }
        }
    }

    private static byte[] answer(int stream, byte[] body) {
        return Http2Frames.join(
                Http2Frames.headers(
                        stream, false, Http2Frames.fields(":status", "200", "content-type", "application/grpc")),
                Http2Frames.frame(Http2Frames.DATA, 0, stream, body),
                Http2Frames.headers(stream, true, Http2Frames.fields("grpc-status", "0")));
    }

    @Override
    public String hostAndPort() {
        return server.hostAndPort();
    }

    @Override
    public List<String> ran() {
        return ran;
    }

    @Override
    public long bytesReceived() {
        return server.connections().stream()
                .mapToLong(connection -> connection.received().length)
                .sum();
    }

    @Override
    public void close() {
        server.close();
    }
}
