/**
 * A Control Plane that does as the test says: reviews in memory, over the sidecars' HTTP API and in process alike, and every
 * kind of trouble that a plane can make.
 *
 * <p>Safe for use from any thread.
 */
@NullMarked
package dev.hoop.testkit.plane;

import org.jspecify.annotations.NullMarked;
