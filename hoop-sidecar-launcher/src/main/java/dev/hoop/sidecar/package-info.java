/** The command line and the assembly of the runnable jar. */
@NullMarked
package dev.hoop.sidecar;

import org.jspecify.annotations.NullMarked;
