@NullMarked
package dev.hoop.testkit.wire;

import org.jspecify.annotations.NullMarked;
