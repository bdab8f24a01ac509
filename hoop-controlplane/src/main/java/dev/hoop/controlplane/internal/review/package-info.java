/** What may become of a review, and who may decide it. */
@NullMarked
package dev.hoop.controlplane.internal.review;

import org.jspecify.annotations.NullMarked;
