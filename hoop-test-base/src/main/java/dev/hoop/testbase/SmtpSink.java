package dev.hoop.testbase;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A mail server that takes every mail (RFC 5321) and, where it has a certificate, offers STARTTLS (RFC 3207). */
public final class SmtpSink implements AutoCloseable {

    /**
     * A mail that came.
     *
     * @param recipients as the envelope names them
     * @param text with its headers
     * @param encrypted whether it came over TLS
     */
    public record Mail(List<String> recipients, String text, boolean encrypted) {}

    private final ServerSocket server;
    private final Optional<SSLContext> tls;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Mail> mails = new CopyOnWriteArrayList<>();

    private SmtpSink(Optional<SSLContext> tls) {
        try {
            this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.tls = tls;
        threads.execute(this::accept);
    }

    /** One that knows no encryption. */
    public static SmtpSink plain() {
        return new SmtpSink(Optional.empty());
    }

    /** One that offers STARTTLS with the context's certificate. */
    public static SmtpSink startTls(SSLContext context) {
        return new SmtpSink(Optional.of(context));
    }

    /** Where it listens. */
    public int port() {
        return server.getLocalPort();
    }

    /** The mails that came so far. */
    public List<Mail> mails() {
        return List.copyOf(mails);
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                threads.execute(() -> serve(socket));
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    private void serve(Socket socket) {
        try (Socket accepted = socket) {
            new Conversation(accepted, false).greet().run();
        } catch (IOException e) {
            // The client went, or did not like the certificate.
        }
    }

    /** One connection, before or after STARTTLS. */
    private final class Conversation {

        private final Socket socket;
        private final boolean encrypted;
        private final BufferedReader in;
        private final OutputStream out;
        private final List<String> recipients = new ArrayList<>();

        Conversation(Socket socket, boolean encrypted) throws IOException {
            this.socket = socket;
            this.encrypted = encrypted;
            this.in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            this.out = socket.getOutputStream();
        }

        Conversation greet() throws IOException {
            say("220 sink");
            return this;
        }

        void run() throws IOException {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String command = line.toUpperCase(Locale.ROOT);
                if (command.startsWith("EHLO")) {
                    say(tls.isPresent() && !encrypted ? "250-sink\r\n250 STARTTLS" : "250 sink");
                } else if (command.equals("STARTTLS") && tls.isPresent() && !encrypted) {
                    say("220 go on");
                    encrypt(tls.get()).run();
                    return;
                } else if (command.startsWith("RCPT TO:")) {
                    recipients.add(line.substring(line.indexOf('<') + 1, line.lastIndexOf('>')));
                    say("250 ok");
                } else if (command.equals("DATA")) {
                    say("354 go on");
                    mails.add(new Mail(List.copyOf(recipients), text(), encrypted));
                    recipients.clear();
                    say("250 ok");
                } else if (command.equals("QUIT")) {
                    say("221 bye");
                    return;
                } else {
                    say(command.startsWith("MAIL FROM:") ? "250 ok" : "502 unknown");
                }
            }
        }

        private Conversation encrypt(SSLContext context) throws IOException {
            SSLSocket secure = (SSLSocket) context.getSocketFactory()
                    .createSocket(socket, socket.getInetAddress().getHostAddress(), socket.getPort(), true);
            secure.setUseClientMode(false);
            secure.startHandshake();
            return new Conversation(secure, true);
        }

        private String text() throws IOException {
            StringBuilder text = new StringBuilder();
            for (String line = in.readLine(); line != null && !line.equals("."); line = in.readLine()) {
                text.append(line).append('\n');
            }
            return text.toString();
        }

        private void say(String line) throws IOException {
            out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            threads.shutdownNow();
        }
    }
}
