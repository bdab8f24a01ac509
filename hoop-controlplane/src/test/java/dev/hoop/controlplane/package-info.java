/** Tests of the plane over HTTP, on real SQLite files. */
@NullMarked
package dev.hoop.controlplane;

import org.jspecify.annotations.NullMarked;
