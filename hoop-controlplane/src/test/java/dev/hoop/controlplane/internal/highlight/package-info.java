@NullMarked
package dev.hoop.controlplane.internal.highlight;

import org.jspecify.annotations.NullMarked;
