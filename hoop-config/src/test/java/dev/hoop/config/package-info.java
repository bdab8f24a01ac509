@NullMarked
package dev.hoop.config;

import org.jspecify.annotations.NullMarked;
