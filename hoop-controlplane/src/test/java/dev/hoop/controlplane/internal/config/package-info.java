@NullMarked
package dev.hoop.controlplane.internal.config;

import org.jspecify.annotations.NullMarked;
