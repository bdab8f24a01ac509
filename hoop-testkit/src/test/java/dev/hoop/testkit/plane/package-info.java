@NullMarked
package dev.hoop.testkit.plane;

import org.jspecify.annotations.NullMarked;
