/**
 * Tells people and programs of reviews.
 *
 * <p>What is to be told is written down in the transaction that changes the review ({@link
 * dev.hoop.controlplane.internal.notify.Outbox}), so that it is neither lost nor told of what did not happen. One thread a
 * channel delivers it afterwards; nothing that a channel does delays a review. Each delivery is made at least once.
 */
@NullMarked
package dev.hoop.controlplane.internal.notify;

import org.jspecify.annotations.NullMarked;
