@NullMarked
package dev.hoop.core.relay;

import org.jspecify.annotations.NullMarked;
