@NullMarked
package dev.hoop.testkit;

import org.jspecify.annotations.NullMarked;
