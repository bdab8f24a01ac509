@NullMarked
package dev.hoop.testkit.pg;

import org.jspecify.annotations.NullMarked;
