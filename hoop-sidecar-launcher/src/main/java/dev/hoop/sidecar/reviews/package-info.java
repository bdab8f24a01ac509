/** Reviewing from a terminal, against the people's API of a Control Plane. */
@NullMarked
package dev.hoop.sidecar.reviews;

import org.jspecify.annotations.NullMarked;
