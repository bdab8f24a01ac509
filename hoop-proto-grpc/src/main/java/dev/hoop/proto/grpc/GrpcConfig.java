package dev.hoop.proto.grpc;

import dev.hoop.config.Default;
import dev.hoop.config.Range;
import dev.hoop.proto.grpc.internal.descriptor.MethodCatalog;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The {@code grpc} block of a listener.
 *
 * @param descriptors files with descriptor sets ({@code protoc --descriptor_set_out --include_imports}, or
 *     {@code hoop grpc discover}); merged. They are needed for {@code capturePayload} and sharpen operations
 * @param capturePayload whether the messages of calls are read: each is then a statement of its own, as JSON, for rules,
 *     reviewers and the audit trail. Without it, rules and people see methods only
 * @param maxPayloadBytes the largest message that is read whole where a rule or a review needs it, in bytes, compressed or
 *     not; a larger one is refused. Messages that nothing needs to see have no limit
 * @param metadata names of metadata whose values the audit trail gets; never one that carries credentials
 */
public record GrpcConfig(
        List<DescriptorFile> descriptors,

        @Default("false") boolean capturePayload,

        @Default("65536") @Range(min = 0, max = GrpcConfig.MAX_PAYLOAD_BYTES)
        int maxPayloadBytes,

        List<String> metadata) {

    /** {@link #maxPayloadBytes} unless set. */
    public static final int DEFAULT_MAX_PAYLOAD_BYTES = 65_536;

    /** The most that {@link #maxPayloadBytes} may be: each call that is judged by messages keeps as much in memory. */
    public static final int MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;

    /** What an empty block says. */
    public static final GrpcConfig DEFAULT = new GrpcConfig(List.of(), false, DEFAULT_MAX_PAYLOAD_BYTES, List.of());

    private static final Set<String> CREDENTIALS = Set.of(
            "authorization",
            "cookie",
            "proxy-authorization",
            "x-amz-security-token",
            "x-api-key",
            "x-auth-token",
            "x-csrf-token",
            "x-vault-token");

    public GrpcConfig {
        descriptors = List.copyOf(descriptors);
        // What does not fit together is told while the configuration is read, with its position.
        MethodCatalog.load(descriptors.stream().map(DescriptorFile::path).toList());
        metadata = metadata.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
        for (String name : metadata) {
            if (!name.matches("[a-z0-9_.-]+") || name.endsWith("-bin")) {
                throw new IllegalArgumentException(
                        "`metadata` holds what is no name of a text value; write names such as x-team");
            }
            if (CREDENTIALS.contains(name)) {
                throw new IllegalArgumentException(
                        "`metadata` names " + name + ", which carries credentials; remove it from the list");
            }
        }
        if (capturePayload && descriptors.isEmpty()) {
            throw new IllegalArgumentException("`capture_payload` needs `descriptors`, by which messages are read;"
                    + " name the files, or write one with `hoop grpc discover`");
        }
    }
}
