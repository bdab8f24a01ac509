package dev.hoop.proto.pg;

import dev.hoop.review.ReviewId;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.AuditLog;
import dev.hoop.testkit.sidecar.TestSidecar;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * For each test a client of a sidecar that asks a person about what is guarded and does not wait, with the table {@code held} to
 * write to. A field of a test that is registered behind the one of its server.
 */
final class AskingSession implements BeforeEachCallback, AfterEachCallback {

    /** Writes to the table, and needs a person. */
    static final String GUARDED = "insert into held values ('guarded')";

    private final SharedPostgres postgres;
    private Optional<TestSidecar> sidecar = Optional.empty();
    private Optional<RawPgClient> client = Optional.empty();

    AskingSession(SharedPostgres postgres) {
        this.postgres = postgres;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        postgres.server().empty(postgres.database());
        postgres.server().execute(postgres.database(), "create table held (w text)");
        TestSidecar started = PgSidecars.reviewing(postgres.server().hostAndPort(), "return");
        sidecar = Optional.of(started);
        client = Optional.of(
                RawPgClient.open(started.address(PgSidecars.LISTENER), PgLogin.as("postgres", postgres.database())));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        client.ifPresent(RawPgClient::close);
        sidecar.ifPresent(TestSidecar::close);
    }

    RawPgClient client() {
        return client.orElseThrow();
    }

    TestSidecar sidecar() {
        return sidecar.orElseThrow();
    }

    AuditLog audit() {
        return sidecar().audit();
    }

    /** Says the messages and reads up to the next ReadyForQuery. */
    List<String> say(byte[]... messages) {
        client().send(messages);
        return hear();
    }

    /** Reads up to the next ReadyForQuery. */
    List<String> hear() {
        return RawPgClient.lines(client().readUntilReady());
    }

    /** Files the review of a statement and approves it. */
    ReviewId approved(byte[] messages) {
        int known = audit().records("review.filed").size();
        say(messages);
        ReviewId id = sidecar().plane().awaitReview(known);
        sidecar().plane().reviews().approve(id);
        return id;
    }

    /** What stands in the table. */
    List<List<String>> rows() {
        return postgres.server().query(postgres.database(), "select w from held order by w");
    }
}
