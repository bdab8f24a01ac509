/** The commands but {@code reviews}. */
@NullMarked
package dev.hoop.sidecar.command;

import org.jspecify.annotations.NullMarked;
