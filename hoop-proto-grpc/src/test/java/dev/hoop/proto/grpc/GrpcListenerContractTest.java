package dev.hoop.proto.grpc;

import dev.hoop.testkit.contract.ListenerContract;
import dev.hoop.testkit.contract.ProtocolUnderTest;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A gRPC listener keeps what every listener keeps. */
class GrpcListenerContractTest extends ListenerContract {

    @TempDir
    private Path directory;

    @Override
    protected ProtocolUnderTest protocol() {
        return new GrpcUnderTest(Grpc.write(directory.resolve("contract.binpb"), Grpc.file()));
    }

    /** Calls are independent: none waits for another. */
    @Override
    protected boolean keepsOrder() {
        return false;
    }
}
