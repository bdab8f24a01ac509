package dev.hoop.bench;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Both ends of many PostgreSQL connections, for the script that measures memory: {@code serve PORT} lets everybody in and
 * answers every query with {@code SELECT 1}; {@code connect PORT IDLE HELD} opens so many connections that ran one statement
 * and rest, and so many whose {@code delete} waits for a person, prints {@code ready}, and ends with its standard input.
 *
 * <p>A thread a connection is all that a measuring tool needs. Tags and codes: the chapter "Message Formats".
 */
public final class PgPeers {

    private static final int VERSION_3_0 = 3 << 16;
    private static final byte[] WELCOME = {'R', 0, 0, 0, 8, 0, 0, 0, 0, 'Z', 0, 0, 0, 5, 'I'};
    private static final byte[] ANSWER = concat(message('C', "SELECT 1\0"), new byte[] {'Z', 0, 0, 0, 5, 'I'});

    private PgPeers() {}

    /** See the class. */
    public static void main(String[] args) throws IOException {
        if (args[0].equals("serve")) {
            serve(Integer.parseInt(args[1]));
        } else {
            connect(Integer.parseInt(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3]));
        }
    }

    private static void serve(int port) throws IOException {
        try (ServerSocket server = new ServerSocket(port, 1024, InetAddress.getLoopbackAddress())) {
            while (true) {
                Socket client = server.accept();
                Thread thread = new Thread(null, () -> answer(client), "client", 64 * 1024);
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    private static void answer(Socket client) {
        try (client) {
            DataInputStream in = new DataInputStream(client.getInputStream());
            in.skipNBytes(in.readInt() - Integer.BYTES);
            client.getOutputStream().write(WELCOME);
            while (in.read() == 'Q') {
                in.skipNBytes(in.readInt() - Integer.BYTES);
                client.getOutputStream().write(ANSWER);
            }
        } catch (IOException e) {
            // The client is gone, which is how each of them ends.
            return;
        }
    }

    private static void connect(int port, int idle, int held) throws IOException {
        List<Socket> all = new ArrayList<>();
        for (int i = 0; i < idle; i++) {
            all.add(open(port, message('Q', "select 1\0"), 'Z'));
        }
        for (int i = 0; i < held; i++) {
            // Each waits for a review of its own, and is told so by a notice.
            all.add(open(port, message('Q', "delete from t where id = " + i + "\0"), 'N'));
        }
        System.out.println("ready");
        if (System.in.read() < 0) {
            for (Socket one : all) {
                one.close();
            }
        }
    }

    private static Socket open(int port, byte[] query, char answer) {
        try {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(60_000);
            byte[] parameters = "user\0bench\0\0".getBytes(StandardCharsets.US_ASCII);
            socket.getOutputStream()
                    .write(ByteBuffer.allocate(8 + parameters.length)
                            .putInt(8 + parameters.length)
                            .putInt(VERSION_3_0)
                            .put(parameters)
                            .array());
            DataInputStream in = new DataInputStream(socket.getInputStream());
            await(in, 'Z');
            socket.getOutputStream().write(query);
            await(in, answer);
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void await(DataInputStream in, char tag) throws IOException {
        byte found;
        do {
            found = in.readByte();
            in.skipNBytes(in.readInt() - Integer.BYTES);
        } while (found != tag);
    }

    private static byte[] message(char tag, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(5 + bytes.length)
                .put((byte) tag)
                .putInt(4 + bytes.length)
                .put(bytes)
                .array();
    }

    private static byte[] concat(byte[] one, byte[] other) {
        return ByteBuffer.allocate(one.length + other.length)
                .put(one)
                .put(other)
                .array();
    }
}
