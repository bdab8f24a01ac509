/** An application behind a sidecar: it cancels orders, and some of that needs a person. */
@NullMarked
package dev.hoop.examples.app;

import org.jspecify.annotations.NullMarked;
