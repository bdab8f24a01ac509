package dev.hoop.proto.grpc.internal.session;

import dev.hoop.core.gate.Gate;
import dev.hoop.proto.grpc.GrpcConfig;
import dev.hoop.proto.grpc.internal.h2.Flushes;
import dev.hoop.proto.grpc.internal.h2.LoopClock;
import dev.hoop.proto.grpc.internal.h2.UpstreamPool;
import dev.hoop.proto.grpc.internal.statement.StatementTerms;
import io.netty.util.AsciiString;
import java.time.Duration;
import java.util.Optional;

/**
 * What the calls of one listener share on one event loop. Immutable but for the last two.
 *
 * @param config the listener's own block
 * @param gate decides
 * @param terms how calls are shown
 * @param identityHeader the metadata that names the requester, in lower case
 * @param idleTimeout after how long without a call a connection is closed; zero for never
 * @param via the mark of this process
 * @param clock for deadlines and idleness
 * @param flushes writes out
 * @param pool connections to the upstream
 * @param kept what waits here
 */
record GrpcLane(
        GrpcConfig config,
        Gate gate,
        StatementTerms terms,
        Optional<AsciiString> identityHeader,
        Duration idleTimeout,
        AsciiString via,
        LoopClock clock,
        Flushes flushes,
        UpstreamPool pool,
        KeptBytes kept) {}
