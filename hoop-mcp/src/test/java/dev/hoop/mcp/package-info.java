@NullMarked
package dev.hoop.mcp;

import org.jspecify.annotations.NullMarked;
