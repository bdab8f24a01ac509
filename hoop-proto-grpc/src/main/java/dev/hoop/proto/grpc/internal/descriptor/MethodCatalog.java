package dev.hoop.proto.grpc.internal.descriptor;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.TypeRegistry;
import dev.hoop.proto.grpc.internal.message.MethodPath;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The methods that descriptors describe, by their paths. */
public final class MethodCatalog {

    /** Describes nothing. */
    public static final MethodCatalog EMPTY = new MethodCatalog(List.of());

    private final Map<String, MethodDescriptor> methods = new LinkedHashMap<>();
    private final TypeRegistry types;
    private final ExtensionRegistry extensions = ExtensionRegistry.newInstance();

    private MethodCatalog(List<FileDescriptor> files) {
        TypeRegistry.Builder registry = TypeRegistry.newBuilder();
        for (FileDescriptor file : files) {
            for (ServiceDescriptor service : file.getServices()) {
                for (MethodDescriptor method : service.getMethods()) {
                    methods.put("/" + service.getFullName() + "/" + method.getName(), method);
                }
            }
            registry.add(file.getMessageTypes());
            Extensions.addAll(file, extensions);
        }
        types = registry.build();
    }

    /**
     * Reads the sets.
     *
     * @throws IllegalArgumentException when they cannot be read or do not fit together; the message says what to write
     */
    public static MethodCatalog load(List<Path> paths) {
        return paths.isEmpty() ? EMPTY : of(DescriptorSets.load(paths));
    }

    static MethodCatalog of(List<FileDescriptor> files) {
        return new MethodCatalog(files);
    }

    public Optional<MethodDescriptor> find(MethodPath path) {
        return Optional.ofNullable(methods.get(path.text()));
    }

    /** All methods, by path. */
    public Map<String, MethodDescriptor> methods() {
        return methods;
    }

    Collection<String> paths() {
        return methods.keySet();
    }

    TypeRegistry types() {
        return types;
    }

    ExtensionRegistry extensions() {
        return extensions;
    }
}
