@NullMarked
package dev.hoop.sidecar;

import org.jspecify.annotations.NullMarked;
