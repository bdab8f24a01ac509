/** The plane's tables, and nothing but SQL. */
@NullMarked
package dev.hoop.controlplane.internal.store;

import org.jspecify.annotations.NullMarked;
