package dev.hoop.testkit.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Opens connections on which the test decides about every byte. */
public final class RawHttpClient {

    private RawHttpClient() {}

    /** Connects to that address. */
    public static RawConnection connect(InetSocketAddress address) throws IOException {
        return new RawConnection(new Socket(address.getAddress(), address.getPort()));
    }

    /**
     * Connects with a small receive buffer, for a client that reads slowly.
     *
     * @param receiveBufferBytes what the kernel is asked to keep for a client that does not read
     */
    public static RawConnection connect(InetSocketAddress address, int receiveBufferBytes) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(receiveBufferBytes);
        socket.connect(address);
        return new RawConnection(socket);
    }
}
