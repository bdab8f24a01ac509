package dev.hoop.core.audit;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;

/** The process's standard output, which belongs to others as well and so is never closed. */
final class StandardOutput implements WritableByteChannel {

    private final FileChannel channel = new FileOutputStream(FileDescriptor.out).getChannel();

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        return channel.write(bytes);
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() {}
}
