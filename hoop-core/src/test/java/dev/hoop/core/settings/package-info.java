@NullMarked
package dev.hoop.core.settings;

import org.jspecify.annotations.NullMarked;
