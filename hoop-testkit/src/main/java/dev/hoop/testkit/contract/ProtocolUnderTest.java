package dev.hoop.testkit.contract;

import dev.hoop.core.spi.ListenerFactory;
import dev.hoop.testkit.wire.WireJournal;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** What a protocol brings to the {@link ListenerContract}. */
public interface ProtocolUnderTest {

    /** The protocol's factory. */
    ListenerFactory<?> factory();

    /** The protocol's own block of a listener, without indentation; none where the defaults will do. */
    default List<String> configuration() {
        return List.of();
    }

    /**
     * Starts a server that runs every statement it gets. It writes what it receives to the journal, as a peer whose name
     * starts with {@code upstream}.
     */
    TestUpstream startUpstream(WireJournal journal) throws IOException;

    /** Connects a client, and does what the protocol wants done before the first statement. */
    TestClient connect(InetSocketAddress address) throws IOException;

    /**
     * The bytes of one statement whose text, as rules and reviewers see it, contains these words. Words are lower-case
     * ASCII letters, digits and spaces.
     */
    byte[] encode(String words);

    /** A server that runs every statement it gets. */
    interface TestUpstream extends AutoCloseable {

        /** Where it listens, as a configuration takes it. */
        String hostAndPort();

        /** The words of every statement that ran, in the order of running. */
        List<String> ran();

        /** How many bytes it received in all. */
        long bytesReceived();

        @Override
        void close();
    }

    /** A client's connection. */
    interface TestClient extends AutoCloseable {

        /** Sends bytes as they are. */
        void send(byte[] bytes);

        /** Reads the answer to the oldest statement that was not answered yet, waiting for it. */
        Reply reply();

        /** Whether anything came that was not read yet, or the connection ended. */
        boolean heard();

        /** Ends the connection at once, as a client that gives up. */
        void hangUp();

        @Override
        void close();
    }
}
