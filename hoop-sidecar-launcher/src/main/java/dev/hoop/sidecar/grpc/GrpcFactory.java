package dev.hoop.sidecar.grpc;

import dev.hoop.core.spi.ListenerFactory;
import dev.hoop.sidecar.Failure;
import dev.hoop.sidecar.run.SidecarStart;

/** The gRPC protocol of this build, by its id: nothing here knows its classes. */
final class GrpcFactory {

    static final String PROTOCOL = "grpc";

    private GrpcFactory() {}

    static ListenerFactory<?> find(SidecarStart start) {
        return start.factories().stream()
                .filter(factory -> factory.protocol().equals(PROTOCOL))
                .findFirst()
                .orElseThrow(() -> new Failure("this build has no protocol " + PROTOCOL));
    }
}
