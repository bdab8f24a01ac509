@NullMarked
package dev.hoop.core;

import org.jspecify.annotations.NullMarked;
