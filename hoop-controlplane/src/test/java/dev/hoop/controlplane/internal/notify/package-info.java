@NullMarked
package dev.hoop.controlplane.internal.notify;

import org.jspecify.annotations.NullMarked;
