package dev.hoop.core.relay;

import java.io.IOException;
import java.net.BindException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** The file of a unix socket, which outlives the process that bound it. */
final class UnixSocketFile {

    private UnixSocketFile() {}

    /**
     * Removes what a process left behind that is gone. Must come before binding, since the native library removes whatever
     * stands at the path.
     *
     * @throws IOException when somebody serves the socket, or the file is no socket; both stay as they are
     */
    static void makeRoom(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!isSocket(path)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        if (answers(path)) {
            throw new BindException("Address already in use");
        }
        Files.deleteIfExists(path);
    }

    private static boolean isSocket(Path path) throws IOException {
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
