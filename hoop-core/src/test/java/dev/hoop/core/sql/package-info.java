@NullMarked
package dev.hoop.core.sql;

import org.jspecify.annotations.NullMarked;
