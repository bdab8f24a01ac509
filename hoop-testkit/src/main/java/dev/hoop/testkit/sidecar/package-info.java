/**
 * A whole sidecar in the test's own process: the engine with every protocol on the class path, free ports, a scripted
 * Control Plane and an audit trail in memory.
 */
@NullMarked
package dev.hoop.testkit.sidecar;

import org.jspecify.annotations.NullMarked;
