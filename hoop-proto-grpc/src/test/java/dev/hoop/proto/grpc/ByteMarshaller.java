package dev.hoop.proto.grpc;

import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Messages as their bytes. */
enum ByteMarshaller implements MethodDescriptor.Marshaller<byte[]> {
    INSTANCE;

    @Override
    public InputStream stream(byte[] value) {
        return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
        try {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A method of any name. */
    static MethodDescriptor<byte[], byte[]> method(String fullName, MethodDescriptor.MethodType type) {
        return MethodDescriptor.<byte[], byte[]>newBuilder(INSTANCE, INSTANCE)
                .setType(type)
                .setFullMethodName(fullName)
                .build();
    }
}
