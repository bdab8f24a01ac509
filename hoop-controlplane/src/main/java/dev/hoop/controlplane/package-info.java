/** The Control Plane. */
@NullMarked
package dev.hoop.controlplane;

import org.jspecify.annotations.NullMarked;
