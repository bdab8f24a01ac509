/** Micro-benchmarks of what a statement costs inside the sidecar, without its sockets. */
@NullMarked
package dev.hoop.bench;

import org.jspecify.annotations.NullMarked;
