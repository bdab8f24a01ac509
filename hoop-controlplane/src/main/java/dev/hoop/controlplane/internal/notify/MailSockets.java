package dev.hoop.controlplane.internal.notify;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;

/**
 * Sockets to a mail server that says no more than a mail server has to say, and not for longer than one exchange takes. The
 * mail library keeps all that a server answers until the answer ends, and its time limits are of one reading each.
 *
 * <p>An unconnected socket is a plain one, over which the library lays TLS by {@link #createSocket(Socket, String, int,
 * boolean)} where TLS is wanted: so the bounds hold below TLS, too.
 */
final class MailSockets extends SSLSocketFactory {

    /** Certificates included. */
    private static final int MOST_BYTES = 1024 * 1024;

    private final SSLSocketFactory tls;
    private final Duration longest;

    /**
     * @param tls lays TLS over a socket
     * @param longest how long one connection may last
     */
    MailSockets(SSLSocketFactory tls, Duration longest) {
        this.tls = tls;
        this.longest = longest;
    }

    /** The same for connections that begin without TLS: over what a factory of TLS makes, the library always lays it. */
    SocketFactory withoutTls() {
        return new Plain(this);
    }

    @Override
    public Socket createSocket() {
        return new Bounded(System.nanoTime() + longest.toNanos());
    }

    @Override
    public Socket createSocket(Socket socket, String host, int port, boolean autoClose) throws IOException {
        return tls.createSocket(socket, host, port, autoClose);
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return tls.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return tls.getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        throw connectsElsewhere();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        throw connectsElsewhere();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        throw connectsElsewhere();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        throw connectsElsewhere();
    }

    private static IOException connectsElsewhere() {
        return new IOException("sockets to mail servers are connected after they are made");
    }

    private static final class Plain extends SocketFactory {

        private final MailSockets sockets;

        Plain(MailSockets sockets) {
            this.sockets = sockets;
        }

        @Override
        public Socket createSocket() {
            return sockets.createSocket();
        }

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            throw connectsElsewhere();
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
            throw connectsElsewhere();
        }

        @Override
        public Socket createSocket(InetAddress host, int port) throws IOException {
            throw connectsElsewhere();
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
            throw connectsElsewhere();
        }
    }

    private static final class Bounded extends Socket {

        private final long deadline;

        Bounded(long deadline) {
            this.deadline = deadline;
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new BoundedInput(super.getInputStream(), deadline);
        }
    }

    private static final class BoundedInput extends FilterInputStream {

        private final long deadline;
        private long left = MOST_BYTES;

        BoundedInput(InputStream in, long deadline) {
            super(in);
            this.deadline = deadline;
        }

        @Override
        public int read() throws IOException {
            require();
            int read = super.read();
            left -= read < 0 ? 0 : 1;
            return read;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            require();
            int read = super.read(bytes, from, length);
            left -= Math.max(0, read);
            return read;
        }

        private void require() throws IOException {
            if (left <= 0) {
                throw new IOException("the mail server says more than " + MOST_BYTES + " bytes");
            }
            if (System.nanoTime() - deadline > 0) {
                throw new SocketTimeoutException("the mail server takes too long");
            }
        }
    }
}
