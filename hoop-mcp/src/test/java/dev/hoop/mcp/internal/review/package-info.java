@NullMarked
package dev.hoop.mcp.internal.review;

import org.jspecify.annotations.NullMarked;
