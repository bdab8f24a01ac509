package dev.hoop.proto.grpc.internal.descriptor;

import com.google.protobuf.AnyProto;
import com.google.protobuf.ApiProto;
import com.google.protobuf.DescriptorProtos;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DurationProto;
import com.google.protobuf.EmptyProto;
import com.google.protobuf.FieldMaskProto;
import com.google.protobuf.SourceContextProto;
import com.google.protobuf.StructProto;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.TypeProto;
import com.google.protobuf.WrappersProto;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The files that every protobuf runtime has, which sets often leave out. */
final class WellKnownFiles {

    private static final Map<String, FileDescriptor> FILES = List.of(
                    AnyProto.getDescriptor(),
                    ApiProto.getDescriptor(),
                    DescriptorProtos.getDescriptor(),
                    DurationProto.getDescriptor(),
                    EmptyProto.getDescriptor(),
                    FieldMaskProto.getDescriptor(),
                    SourceContextProto.getDescriptor(),
                    StructProto.getDescriptor(),
                    TimestampProto.getDescriptor(),
                    TypeProto.getDescriptor(),
                    WrappersProto.getDescriptor())
            .stream()
            .collect(Collectors.toUnmodifiableMap(FileDescriptor::getName, Function.identity()));

    private WellKnownFiles() {}

    static Optional<FileDescriptor> find(String name) {
        return Optional.ofNullable(FILES.get(name));
    }
}
