/** The small HTTP server that the product's own endpoints share. */
@NullMarked
package dev.hoop.web;

import org.jspecify.annotations.NullMarked;
