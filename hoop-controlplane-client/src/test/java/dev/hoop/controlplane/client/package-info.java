@NullMarked
package dev.hoop.controlplane.client;

import org.jspecify.annotations.NullMarked;
