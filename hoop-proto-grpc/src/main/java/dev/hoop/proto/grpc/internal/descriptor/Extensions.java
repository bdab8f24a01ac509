package dev.hoop.proto.grpc.internal.descriptor;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.ExtensionRegistry;
import java.util.List;

/** Finds every extension of a file, so that none passes for a field that nobody knows. */
final class Extensions {

    private Extensions() {}

    static void addAll(FileDescriptor file, ExtensionRegistry registry) {
        add(file.getExtensions(), registry);
        file.getMessageTypes().forEach(type -> addAll(type, registry));
    }

    private static void addAll(Descriptor type, ExtensionRegistry registry) {
        add(type.getExtensions(), registry);
        type.getNestedTypes().forEach(nested -> addAll(nested, registry));
    }

    private static void add(List<FieldDescriptor> extensions, ExtensionRegistry registry) {
        for (FieldDescriptor extension : extensions) {
            if (extension.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                registry.add(extension, DynamicMessage.getDefaultInstance(extension.getMessageType()));
            } else {
                registry.add(extension);
            }
        }
    }
}
