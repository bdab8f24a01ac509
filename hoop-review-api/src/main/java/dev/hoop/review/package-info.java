/**
 * The vocabulary of reviews, in JDK types only.
 *
 * <p>A <em>review</em> is the question to a person whether one statement may run. It is filed by a sidecar, kept by a
 * Control Plane, decided by a reviewer and spent by the one execution it approves. Everything here is immutable and safe
 * to share between threads.
 */
@NullMarked
package dev.hoop.review;

import org.jspecify.annotations.NullMarked;
