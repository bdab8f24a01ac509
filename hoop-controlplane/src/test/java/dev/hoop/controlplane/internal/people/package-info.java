@NullMarked
package dev.hoop.controlplane.internal.people;

import org.jspecify.annotations.NullMarked;
