package dev.hoop.testkit.http;

import dev.hoop.testkit.wire.WireConnection;
import dev.hoop.testkit.wire.WireJournal;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Opens connections on which the test decides about every byte. In a journal they are named {@code client}. */
public final class RawHttpClient {

    private static final String NAME = "client";

    private RawHttpClient() {}

    /** Connects to that address. */
    public static RawConnection connect(InetSocketAddress address) throws IOException {
        return connect(address, new WireJournal());
    }

    /** Connects to that address and writes to a shared journal. */
    public static RawConnection connect(InetSocketAddress address, WireJournal journal) throws IOException {
        return new RawConnection(WireConnection.connect(address, NAME, journal));
    }

    /**
     * Connects with a small receive buffer, for a client that reads slowly.
     *
     * @param receiveBufferBytes what the kernel is asked to keep for a client that does not read
     */
    public static RawConnection connect(InetSocketAddress address, int receiveBufferBytes) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(receiveBufferBytes);
        return new RawConnection(WireConnection.connect(socket, address, NAME, new WireJournal()));
    }

    /**
     * Connects over TLS, with the handshake done when it returns.
     *
     * @param serverName the name to check the certificate against, also sent as SNI
     * @param alpn the protocols to offer; none to leave the extension out
     */
    public static RawConnection connectTls(InetSocketAddress address, SSLContext tls, String serverName, String... alpn)
            throws IOException {
        Socket plain = new Socket();
        plain.connect(address, (int) WireConnection.PATIENCE.toMillis());
        SSLSocket secured = (SSLSocket) tls.getSocketFactory().createSocket(plain, serverName, address.getPort(), true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setApplicationProtocols(alpn);
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return new RawConnection(new WireConnection(secured, NAME, new WireJournal()));
    }
}
