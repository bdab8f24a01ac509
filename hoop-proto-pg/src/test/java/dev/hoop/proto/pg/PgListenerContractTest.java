package dev.hoop.proto.pg;

import dev.hoop.testkit.contract.ListenerContract;
import dev.hoop.testkit.contract.ProtocolUnderTest;

/** A PostgreSQL listener keeps what every listener keeps. */
class PgListenerContractTest extends ListenerContract {

    @Override
    protected ProtocolUnderTest protocol() {
        return new PgUnderTest();
    }
}
