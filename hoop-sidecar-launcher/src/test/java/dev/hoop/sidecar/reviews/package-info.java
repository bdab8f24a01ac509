@NullMarked
package dev.hoop.sidecar.reviews;

import org.jspecify.annotations.NullMarked;
