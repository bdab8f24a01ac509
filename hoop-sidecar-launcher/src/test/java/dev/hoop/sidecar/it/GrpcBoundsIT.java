package dev.hoop.sidecar.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.http2.Http2Frames;
import io.grpc.Status;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sidecar with little memory does not run out of it, whatever clients do and servers do not. */
class GrpcBoundsIT {

    private static final int MEGABYTES = 64;

    @TempDir
    private Path directory;

    private final RpcServer server = new RpcServer();
    private final List<Socket> hostile = new ArrayList<>();
    private HoopProcess hoop;
    private RpcClient client;
    private InetSocketAddress address;

    @BeforeEach
    void start() throws Exception {
        Files.writeString(directory.resolve("config.yaml"), """
                listeners:
                  - name: calls
                    protocol: grpc
                    listen: 127.0.0.1:0
                    upstream: %s
                """.formatted(server.hostAndPort()));
        hoop = HoopProcess.startSmall(MEGABYTES, directory, "run", "--config", "config.yaml");
        String at = hoop.logged("listener.bound", "address");
        address = new InetSocketAddress("127.0.0.1", Integer.parseInt(at.substring(at.lastIndexOf(':') + 1)));
        client = new RpcClient(at);
        assertThat(client.unary("any.Service/Get", "x")).isEqualTo(Status.OK);
    }

    @AfterEach
    void stop() throws Exception {
        for (Socket socket : hostile) {
            socket.close();
        }
        client.close();
        hoop.close();
        server.close();
    }

    private Socket connect(byte... settings) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(address);
        hostile.add(socket);
        socket.getOutputStream()
                .write(Http2Frames.join(Http2Frames.PREFACE, Http2Frames.frame(Http2Frames.SETTINGS, 0, 0, settings)));
        return socket;
    }

    private static byte[] head(int stream, String path) {
        return Http2Frames.headers(
                stream, false, Http2Frames.request("POST", path, "content-type", "application/grpc", "te", "trailers"));
    }

    private void stillServes() {
        assertThat(client.unary("any.Service/Get", "x".repeat(100_000)))
                .as(hoop::toString)
                .isEqualTo(Status.OK);
        assertThat(hoop.isAlive()).as(hoop::toString).isTrue();
    }

    private void awaitCalls(int count) {
        Eventually.await(
                () -> server.calls().size() >= count || !hoop.isAlive(), Eventually.SOON, () -> count + " calls");
    }

    @Test
    void clientsThatDoNotRead() throws Exception {
        byte[] largestWindow = ByteBuffer.allocate(6)
                .putShort((short) 4)
                .putInt(Integer.MAX_VALUE)
                .array();
        for (int one = 0; one < 6; one++) {
            Socket socket = connect(largestWindow);
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.writeBytes(Http2Frames.number(Http2Frames.WINDOW_UPDATE, 0, Integer.MAX_VALUE - 65535));
            for (int stream = 1; stream < 2 * 200; stream += 2) {
                all.writeBytes(head(stream, "/any.Service/Flood"));
            }
            socket.getOutputStream().write(all.toByteArray());
        }
        awaitCalls(1 + 6 * 200);
        stillServes();
    }

    @Test
    void aServerThatDoesNotReadAndOneByteInAFrame() throws Exception {
        byte[] bytes = new byte[10 * 60_000];
        byte[] largest = {0, 0, -1, -1, -1};
        for (int one = 0; one < 4; one++) {
            Socket socket = connect();
            for (int stream = 1; stream < 2 * 8; stream += 2) {
                byte[] frame = Http2Frames.frame(Http2Frames.DATA, 0, stream, (byte) 0);
                for (int i = 0; i < bytes.length; i += frame.length) {
                    System.arraycopy(frame, 0, bytes, i, frame.length);
                }
                socket.getOutputStream()
                        .write(Http2Frames.join(
                                head(stream, "/any.Service/Deaf"),
                                Http2Frames.frame(Http2Frames.DATA, 0, stream, largest),
                                bytes));
            }
        }
        awaitCalls(1 + 4 * 8);
        stillServes();
    }

    @Test
    void callsThatAreCancelledAtOnce() throws Exception {
        for (int one = 0; one < 20; one++) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int stream = 1; stream < 2 * 990; stream += 2) {
                all.writeBytes(head(stream, "/any.Service/Flood"));
                all.writeBytes(Http2Frames.number(Http2Frames.RST_STREAM, stream, 8));
            }
            connect().getOutputStream().write(all.toByteArray());
        }
        stillServes();
    }

    @Test
    void headsThatDoNotEnd() throws Exception {
        byte[] field = Http2Frames.fields("x-a", "y".repeat(16_000));
        for (int one = 0; one < 200; one++) {
            Socket socket = connect();
            socket.getOutputStream()
                    .write(Http2Frames.join(
                            Http2Frames.frame(Http2Frames.HEADERS, 0, 1, field),
                            Http2Frames.frame(Http2Frames.CONTINUATION, 0, 1, field),
                            Http2Frames.frame(Http2Frames.CONTINUATION, 0, 1, field)));
        }
        stillServes();
    }

    @Test
    void pingsWhoseAnswersNobodyReads() throws Exception {
        byte[][] pings = new byte[20_000][];
        Arrays.fill(pings, Http2Frames.frame(Http2Frames.PING, 0, 0, new byte[8]));
        byte[] all = Http2Frames.join(pings);
        for (int one = 0; one < 20; one++) {
            try {
                connect().getOutputStream().write(all);
            } catch (IOException e) {
                // It was left before it had said all.
                assertThat(hoop.isAlive()).isTrue();
            }
        }
        stillServes();
    }
}
