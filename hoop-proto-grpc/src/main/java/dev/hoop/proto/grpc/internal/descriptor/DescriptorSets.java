package dev.hoop.proto.grpc.internal.descriptor;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads descriptor sets and links the files in them. */
public final class DescriptorSets {

    /** More than any set of the field; it bounds what a wrong path can cost. */
    private static final long MAX_FILE_BYTES = 256L * 1024 * 1024;

    private final Map<String, FileDescriptorProto> protos = new LinkedHashMap<>();
    private final Map<String, FileDescriptor> linked = new LinkedHashMap<>();
    private final Set<String> linking = new LinkedHashSet<>();

    private DescriptorSets() {}

    /**
     * Reads one file.
     *
     * @throws IllegalArgumentException when it holds no descriptor set; the message says what to write instead
     */
    public static FileDescriptorSet read(Path path) {
        byte[] bytes;
        try {
            if (!Files.isRegularFile(path)) {
                throw new IllegalArgumentException(
                        "there is no file " + path.toAbsolutePath() + "; write the path of a descriptor set");
            }
            if (Files.size(path) > MAX_FILE_BYTES) {
                throw new IllegalArgumentException(
                        path.toAbsolutePath() + " is too large for a descriptor set; write the path of one");
            }
            bytes = Files.readAllBytes(path);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    path.toAbsolutePath() + " cannot be read; give this user read permission", e);
        }
        try {
            FileDescriptorSet set = FileDescriptorSet.parseFrom(bytes);
            if (set.getFileCount() > 0
                    && set.getFileList().stream()
                            .noneMatch(file -> file.getName().isEmpty())) {
                return set;
            }
        } catch (InvalidProtocolBufferException e) {
            throw noSet(path, e);
        }
        throw noSet(path, null);
    }

    private static IllegalArgumentException noSet(Path path, @Nullable Exception cause) {
        return new IllegalArgumentException(
                path.toAbsolutePath() + " is no descriptor set; write one with"
                        + " `protoc --include_imports --descriptor_set_out=FILE` or `hoop grpc discover`",
                cause);
    }

    /**
     * Reads and links all of them.
     *
     * @throws IllegalArgumentException when a file is broken, is there in two versions, or lacks what it imports; the
     *     message names it and says what to write instead
     */
    public static List<FileDescriptor> load(List<Path> paths) {
        DescriptorSets sets = new DescriptorSets();
        for (Path path : paths) {
            for (FileDescriptorProto file : read(path).getFileList()) {
                sets.add(file);
            }
        }
        return sets.link();
    }

    /** Links files that were not read from a path. */
    public static List<FileDescriptor> link(Collection<FileDescriptorProto> files) {
        DescriptorSets sets = new DescriptorSets();
        files.forEach(sets::add);
        return sets.link();
    }

    private void add(FileDescriptorProto file) {
        FileDescriptorProto known = protos.putIfAbsent(file.getName(), file);
        if (known != null && !known.equals(file) && !withoutSource(known).equals(withoutSource(file))) {
            throw new IllegalArgumentException("the descriptors have two versions of " + file.getName()
                    + "; write the sets anew from the same sources");
        }
    }

    private static FileDescriptorProto withoutSource(FileDescriptorProto file) {
        return file.toBuilder().clearSourceCodeInfo().build();
    }

    private List<FileDescriptor> link() {
        List<FileDescriptor> files = new ArrayList<>();
        for (String name : protos.keySet()) {
            files.add(link(name, name));
        }
        return List.copyOf(files);
    }

    private FileDescriptor link(String name, String importer) {
        FileDescriptor done = linked.get(name);
        if (done != null) {
            return done;
        }
        FileDescriptorProto proto = protos.get(name);
        if (proto == null) {
            return WellKnownFiles.find(name)
                    .orElseThrow(() -> new IllegalArgumentException("the descriptors lack " + name + ", which "
                            + importer + " imports; write the set with `protoc --include_imports`"));
        }
        if (!linking.add(name)) {
            throw new IllegalArgumentException(
                    "the descriptors import each other in a circle at " + name + "; write the set anew");
        }
        List<FileDescriptor> imports = new ArrayList<>();
        for (String dependency : proto.getDependencyList()) {
            imports.add(link(dependency, name));
        }
        try {
            FileDescriptor file = FileDescriptor.buildFrom(proto, imports.toArray(FileDescriptor[]::new));
            linked.put(name, file);
            return file;
        } catch (DescriptorValidationException e) {
            throw new IllegalArgumentException(
                    "the descriptor of " + name + " is broken (" + e.getDescription() + "); write the set anew", e);
        }
    }
}
