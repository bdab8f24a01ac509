/** The sidecar's admin endpoints. They need no credential, so they listen where only operators reach them. */
@NullMarked
package dev.hoop.sidecar.admin;

import org.jspecify.annotations.NullMarked;
