/** The sidecar's configuration, bound and checked. */
@NullMarked
package dev.hoop.core.settings;

import org.jspecify.annotations.NullMarked;
