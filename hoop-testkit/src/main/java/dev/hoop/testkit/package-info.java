/** Fixtures for tests of listeners and of applications behind a sidecar. */
@NullMarked
package dev.hoop.testkit;

import org.jspecify.annotations.NullMarked;
