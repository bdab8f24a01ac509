/** The runnable jar as processes of their own. */
@NullMarked
package dev.hoop.sidecar.it;

import org.jspecify.annotations.NullMarked;
