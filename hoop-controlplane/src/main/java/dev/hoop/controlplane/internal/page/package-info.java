/** The pages that people review on. */
@NullMarked
package dev.hoop.controlplane.internal.page;

import org.jspecify.annotations.NullMarked;
