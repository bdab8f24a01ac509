/** The plane's two JSON APIs: for sidecars and for people. */
@NullMarked
package dev.hoop.controlplane.internal.api;

import org.jspecify.annotations.NullMarked;
