/**
 * The three tools. They read reviews and do nothing else: nothing here files, claims or decides, and no statement is ever in
 * what they read.
 */
@NullMarked
package dev.hoop.mcp.internal.review;

import org.jspecify.annotations.NullMarked;
