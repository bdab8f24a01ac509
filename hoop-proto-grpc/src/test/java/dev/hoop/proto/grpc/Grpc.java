package dev.hoop.proto.grpc;

import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.MethodOptions;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.StringValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Messages of tests, with the descriptors of the service that takes them: {@code contract.Statements}. */
final class Grpc {

    static final String RUN = "/contract.Statements/Run";

    private Grpc() {}

    /** A length-prefixed message. */
    static byte[] framed(int flag, byte[] message) {
        return ByteBuffer.allocate(5 + message.length)
                .put((byte) flag)
                .putInt(message.length)
                .put(message)
                .array();
    }

    /** A message of {@code Run}: a text. */
    static byte[] text(String words) {
        return StringValue.of(words).toByteArray();
    }

    /** The text of a framed message of {@code Run}. */
    static String words(byte[] framed) {
        try {
            return StringValue.parseFrom(ByteBuffer.wrap(framed, 5, framed.length - 5))
                    .getValue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static FileDescriptorProto file() {
        return FileDescriptorProto.newBuilder()
                .setName("contract.proto")
                .setPackage("contract")
                .addDependency("google/protobuf/wrappers.proto")
                .addDependency("google/protobuf/any.proto")
                .addService(ServiceDescriptorProto.newBuilder()
                        .setName("Statements")
                        .addMethod(method("Run", ".google.protobuf.StringValue"))
                        .addMethod(method("Pack", ".google.protobuf.Any"))
                        .addMethod(method("DeleteNothing", ".google.protobuf.StringValue")
                                .setOptions(MethodOptions.newBuilder()
                                        .setIdempotencyLevel(MethodOptions.IdempotencyLevel.NO_SIDE_EFFECTS))))
                .setSyntax("proto3")
                .build();
    }

    private static MethodDescriptorProto.Builder method(String name, String type) {
        return MethodDescriptorProto.newBuilder()
                .setName(name)
                .setInputType(type)
                .setOutputType(type);
    }

    /** A field that nobody has a file for. */
    static FieldDescriptorProto.Builder field(String name, int number) {
        return FieldDescriptorProto.newBuilder()
                .setName(name)
                .setNumber(number)
                .setType(FieldDescriptorProto.Type.TYPE_STRING)
                .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL);
    }

    /** Writes a descriptor set. */
    static Path write(Path file, FileDescriptorProto... files) {
        try {
            FileDescriptorSet.Builder set = FileDescriptorSet.newBuilder();
            for (FileDescriptorProto one : files) {
                set.addFile(one);
            }
            return Files.write(file, set.build().toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
