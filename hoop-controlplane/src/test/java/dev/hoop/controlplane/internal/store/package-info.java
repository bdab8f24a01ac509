@NullMarked
package dev.hoop.controlplane.internal.store;

import org.jspecify.annotations.NullMarked;
