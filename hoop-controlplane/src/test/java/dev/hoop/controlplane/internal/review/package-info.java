@NullMarked
package dev.hoop.controlplane.internal.review;

import org.jspecify.annotations.NullMarked;
