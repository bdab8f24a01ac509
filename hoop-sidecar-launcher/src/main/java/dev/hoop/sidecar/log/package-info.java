/** The process's log: key-value or JSON lines on standard error, set up without a configuration file. */
@NullMarked
package dev.hoop.sidecar.log;

import org.jspecify.annotations.NullMarked;
