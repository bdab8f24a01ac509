/** Sidecar and Control Plane in one process, for one person or a test; and the sample that the demo stands in front of. */
@NullMarked
package dev.hoop.sidecar.dev;

import org.jspecify.annotations.NullMarked;
