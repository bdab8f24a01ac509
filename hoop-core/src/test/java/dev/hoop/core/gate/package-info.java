/** Tests of the gate, on real event loops and with a plane in memory. */
@NullMarked
package dev.hoop.core.gate;

import org.jspecify.annotations.NullMarked;
