/** Reading control-plane.yaml. */
@NullMarked
package dev.hoop.controlplane.internal.config;

import org.jspecify.annotations.NullMarked;
