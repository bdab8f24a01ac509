package dev.hoop.proto.http;

import dev.hoop.testkit.contract.ListenerContract;
import dev.hoop.testkit.contract.ProtocolUnderTest;

/** An HTTP listener keeps what every listener keeps. */
class HttpListenerContractTest extends ListenerContract {

    @Override
    protected ProtocolUnderTest protocol() {
        return new HttpUnderTest();
    }
}
