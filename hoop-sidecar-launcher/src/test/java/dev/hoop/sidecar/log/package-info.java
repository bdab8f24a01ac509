@NullMarked
package dev.hoop.sidecar.log;

import org.jspecify.annotations.NullMarked;
