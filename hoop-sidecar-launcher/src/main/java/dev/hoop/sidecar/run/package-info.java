/** Running a sidecar: from file, environment and plane to an engine that serves, and back down. */
@NullMarked
package dev.hoop.sidecar.run;

import org.jspecify.annotations.NullMarked;
