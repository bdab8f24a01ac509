package dev.hoop.proto.grpc.internal.reflection;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import java.util.ArrayList;
import java.util.List;

/** Messages of reflection.proto by their field numbers, which v1 and v1alpha share. */
final class ReflectionMessages {

    private static final int FILE_BY_FILENAME = 3;
    private static final int FILE_CONTAINING_SYMBOL = 4;
    private static final int LIST_SERVICES = 7;

    private static final int FILE_DESCRIPTOR_RESPONSE = 4;
    private static final int LIST_SERVICES_RESPONSE = 6;
    private static final int ERROR_RESPONSE = 7;

    /** Field 1 of what is in those: the files, the services, a service's name. */
    private static final int FIRST = 1;

    private ReflectionMessages() {}

    static byte[] listServices() {
        return request(LIST_SERVICES, "*");
    }

    static byte[] fileOfSymbol(String symbol) {
        return request(FILE_CONTAINING_SYMBOL, symbol);
    }

    static byte[] fileOfName(String name) {
        return request(FILE_BY_FILENAME, name);
    }

    private static byte[] request(int field, String value) {
        return UnknownFieldSet.newBuilder()
                .addField(
                        field,
                        Field.newBuilder()
                                .addLengthDelimited(ByteString.copyFromUtf8(value))
                                .build())
                .build()
                .toByteArray();
    }

    static List<String> services(byte[] answer) throws InvalidProtocolBufferException {
        List<String> names = new ArrayList<>();
        for (ByteString list : fields(answer, LIST_SERVICES_RESPONSE)) {
            for (ByteString service : fields(list.toByteArray(), FIRST)) {
                for (ByteString name : fields(service.toByteArray(), FIRST)) {
                    names.add(name.toStringUtf8());
                }
            }
        }
        return names;
    }

    static List<FileDescriptorProto> files(byte[] answer) throws InvalidProtocolBufferException {
        List<FileDescriptorProto> files = new ArrayList<>();
        for (ByteString response : fields(answer, FILE_DESCRIPTOR_RESPONSE)) {
            for (ByteString file : fields(response.toByteArray(), FIRST)) {
                files.add(FileDescriptorProto.parseFrom(file));
            }
        }
        return files;
    }

    static boolean isError(byte[] answer) throws InvalidProtocolBufferException {
        return !fields(answer, ERROR_RESPONSE).isEmpty();
    }

    private static List<ByteString> fields(byte[] message, int number) throws InvalidProtocolBufferException {
        return UnknownFieldSet.parseFrom(message).getField(number).getLengthDelimitedList();
    }
}
