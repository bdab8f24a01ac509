package dev.hoop.proto.pg.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.core.audit.AuditEvent;
import dev.hoop.core.gate.Decision;
import dev.hoop.core.gate.DecisionHandler;
import dev.hoop.core.gate.Gate;
import dev.hoop.core.gate.Judgement;
import dev.hoop.core.spi.Fingerprints;
import dev.hoop.core.statement.Origin;
import dev.hoop.core.statement.Response;
import dev.hoop.core.statement.Statement;
import dev.hoop.proto.pg.internal.message.ProtocolViolation;
import dev.hoop.proto.pg.internal.message.Report;
import dev.hoop.proto.pg.internal.statement.SqlSecrets;
import dev.hoop.proto.pg.internal.statement.StatementTerms;
import dev.hoop.review.Denial;
import dev.hoop.review.Requester;
import dev.hoop.review.ReviewId;
import dev.hoop.testkit.pg.PgFrontend;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.EventExecutor;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a client sends behind a statement that waits stays in its socket: a hold costs a bounded amount of memory. */
class FrontendHoldTest {

    private static final int ENOUGH = 128 * 1024;

    private final EmbeddedChannel client = new EmbeddedChannel();
    private final EmbeddedChannel server = new EmbeddedChannel();
    private final Holding gate = new Holding();
    private final Conversation conversation = new Conversation(
            client,
            server,
            gate,
            new Origin(1, Requester.peer("192.0.2.1:5"), Optional.empty(), Map.of()),
            new StatementTerms("shop", new SqlSecrets(new Fingerprints(new byte[] {1}))),
            1 << 20,
            StatementMemory.Shared.of(1 << 20));
    private final Frontend frontend = new Frontend(conversation, 1 << 20, new Unheard());

    @AfterEach
    void close() {
        frontend.close();
        client.finishAndReleaseAll();
        server.finishAndReleaseAll();
    }

    @Test
    void readingStopsBehindAHoldAndGoesOnAfterIt() {
        conversation.ready(Conversation.IDLE);
        client.pipeline().addLast(frontend);

        client.writeInbound(Unpooled.wrappedBuffer(PgFrontend.query("delete from t")));
        assertThat(client.config().isAutoRead()).as("a statement waits").isTrue();

        byte[] next = PgFrontend.query("select '" + "x".repeat(1000) + "'");
        int sent = 0;
        while (sent < ENOUGH) {
            client.writeInbound(Unpooled.wrappedBuffer(next));
            sent += next.length;
        }
        assertThat(client.config().isAutoRead()).as("much waits behind it").isFalse();
        assertThat(server.outboundMessages()).isEmpty();

        gate.handlers.get(0).onDecision(Decision.FORWARD);
        while (gate.handlers.size() > gate.decided) {
            gate.handlers.get(gate.decided++).onDecision(Decision.FORWARD);
        }
        assertThat(client.config().isAutoRead()).as("nothing waits").isTrue();
        assertThat(atServer()).contains("delete from t").endsWith("xxx'\0");
    }

    private String atServer() {
        StringBuilder all = new StringBuilder();
        for (ByteBuf bytes = server.readOutbound(); bytes != null; bytes = server.readOutbound()) {
            all.append(bytes.toString(StandardCharsets.US_ASCII));
            bytes.release();
        }
        return all.toString();
    }

    /** Holds every statement until the test decides. */
    private static final class Holding implements Gate, Judgement {

        private final List<DecisionHandler> handlers = new ArrayList<>();
        private int decided = 1;

        @Override
        public Judgement judge(Statement statement, Origin origin, EventExecutor loop, DecisionHandler handler) {
            handlers.add(handler);
            handler.onDecision(new Decision.Hold(new ReviewId("r" + handlers.size()), Duration.ofMinutes(1)));
            return this;
        }

        @Override
        public boolean needsWhole(Statement head) {
            return true;
        }

        @Override
        public boolean judgesResponses() {
            return false;
        }

        @Override
        public Optional<Denial> judgeResponse(Statement statement, Origin origin, Response response) {
            return Optional.empty();
        }

        @Override
        public void recordRefusal(Origin origin, String reason) {}

        @Override
        public void recordCompletion(Origin origin, ReviewId reviewId, String result) {}

        @Override
        public void recordNotRun(Origin origin, ReviewId reviewId, AuditEvent.NotRun why) {}

        @Override
        public void cancel() {}

        @Override
        public void skip() {}

        @Override
        public void expire() {}

        @Override
        public void interrupt() {}
    }

    private static final class Unheard implements Frontend.Events {

        @Override
        public void say(Report report) {}

        @Override
        public void broken(ProtocolViolation why) {
            throw new AssertionError(why);
        }

        @Override
        public void defect(Throwable error) {
            throw new AssertionError(error);
        }

        @Override
        public void ends(Report why) {}

        @Override
        public void goodbye() {}

        @Override
        public void clientGone() {}

        @Override
        public void rested() {}
    }
}
