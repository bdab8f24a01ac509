package dev.hoop.proto.http;

import dev.hoop.testkit.contract.ListenerContract;
import dev.hoop.testkit.contract.ProtocolUnderTest;
import dev.hoop.testkit.http.RawHttpClient;
import java.util.List;

/** An HTTP listener keeps what every listener keeps, for clients of HTTP/2 with prior knowledge. */
class Http2ListenerContractTest extends ListenerContract {

    @Override
    protected ProtocolUnderTest protocol() {
        return new Http2UnderTest(
                List.of(), address -> RawHttpClient.connect(address).wire());
    }

    /** Streams are independent: none waits for another. */
    @Override
    protected boolean keepsOrder() {
        return false;
    }
}
