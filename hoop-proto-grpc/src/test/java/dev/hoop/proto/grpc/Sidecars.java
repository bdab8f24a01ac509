package dev.hoop.proto.grpc;

/** Configurations with one gRPC listener, {@code calls}. */
final class Sidecars {

    private Sidecars() {}

    /** @param more further keys of the listener, without indentation */
    static String yaml(String upstream, String more) {
        return """
                control_plane_url: http://127.0.0.1:1
                listeners:
                  - name: calls
                    protocol: grpc
                    listen: 127.0.0.1:0
                    upstream: %s
                """.formatted(upstream) + more.indent(4);
    }
}
