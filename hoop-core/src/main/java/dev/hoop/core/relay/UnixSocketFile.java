package dev.hoop.core.relay;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** The file of a unix socket, which outlives the process that bound it. */
final class UnixSocketFile {

    private UnixSocketFile() {}

    /**
     * Removes what a process left behind that is gone; leaves a socket that somebody answers on, and any file that is no
     * socket, so that binding fails.
     */
    static void removeStale(Path path) throws IOException {
        if (isSocket(path) && !answers(path)) {
            Files.deleteIfExists(path);
        }
    }

    private static boolean isSocket(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        // A socket is neither file, directory nor link.
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isOther();
    }

    private static boolean answers(Path path) {
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return probe.connect(UnixDomainSocketAddress.of(path));
        } catch (IOException refused) {
            return false;
        }
    }
}
