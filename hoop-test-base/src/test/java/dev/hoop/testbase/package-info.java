@NullMarked
package dev.hoop.testbase;

import org.jspecify.annotations.NullMarked;
