/** A sidecar's side of the Control Plane's wire. */
@NullMarked
package dev.hoop.controlplane.client;

import org.jspecify.annotations.NullMarked;
