/**
 * The Control Plane: keeps reviews, lets people decide about them, and lets each approval be used once.
 *
 * <p>Start one with {@link dev.hoop.controlplane.ControlPlane#start}. Everything that matters is in the database before it
 * is answered: a plane that is killed at any moment comes back with every review and decision that it ever told of.
 */
@NullMarked
package dev.hoop.controlplane;

import org.jspecify.annotations.NullMarked;
