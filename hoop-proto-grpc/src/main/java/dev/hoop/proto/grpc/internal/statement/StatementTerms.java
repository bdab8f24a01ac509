package dev.hoop.proto.grpc.internal.statement;

import dev.hoop.core.spi.Fingerprints;
import dev.hoop.proto.grpc.DescriptorFile;
import dev.hoop.proto.grpc.GrpcConfig;
import dev.hoop.proto.grpc.internal.descriptor.MessageReader;
import dev.hoop.proto.grpc.internal.descriptor.MethodCatalog;
import dev.hoop.proto.grpc.internal.message.CallHead;
import dev.hoop.proto.grpc.internal.message.MethodPath;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How one listener shows its calls: made once, shared by all its statements. Immutable.
 *
 * @param metadata names of metadata that the audit trail gets
 * @param methods those that are described
 * @param reader reads messages
 * @param fingerprints marks for messages that are not shown
 */
public record StatementTerms(
        List<String> metadata, MethodCatalog methods, MessageReader reader, Fingerprints fingerprints) {

    /**
     * The terms of a listener.
     *
     * @throws IllegalArgumentException when its descriptors do not fit together
     */
    public static StatementTerms of(GrpcConfig config, Fingerprints fingerprints) {
        MethodCatalog methods = MethodCatalog.load(
                config.descriptors().stream().map(DescriptorFile::path).toList());
        return new StatementTerms(config.metadata(), methods, new MessageReader(methods), fingerprints);
    }

    String operation(MethodPath path) {
        return methods.find(path)
                .map(method -> Operations.of(method.getOptions().getIdempotencyLevel(), method.getName()))
                .orElseGet(() -> Operations.ofName(path.method()));
    }

    Map<String, String> facts(CallHead head) {
        if (metadata.isEmpty()) {
            return Map.of();
        }
        Map<String, String> facts = new LinkedHashMap<>();
        for (String name : metadata) {
            List<CharSequence> values = head.headers().getAll(name);
            if (!values.isEmpty()) {
                facts.put("metadata." + name, String.join(", ", values));
            }
        }
        return facts;
    }

    /** Stands for a message that is not shown: another message has another mark. */
    String mark(byte[] message) {
        String mark = fingerprints.of(new String(message, StandardCharsets.ISO_8859_1));
        return "[message of " + message.length + " bytes, not shown: " + mark + "]";
    }
}
