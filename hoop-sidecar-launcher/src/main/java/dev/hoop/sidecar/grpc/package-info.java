/** {@code hoop grpc}: what operators ask about descriptors. */
@NullMarked
package dev.hoop.sidecar.grpc;

import org.jspecify.annotations.NullMarked;
