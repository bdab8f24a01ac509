/**
 * A sidecar's side of the Control Plane's wire: reviews, the stream of decisions, handshake, heartbeat and configuration.
 *
 * <p>{@link dev.hoop.controlplane.client.PlaneClient} is the entry: one for each sidecar process. Where there is no plane,
 * {@link dev.hoop.controlplane.client.NoPlane} takes the place of its reviews.
 *
 * <p><b>Threading.</b> Everything public is safe for any thread and nothing blocks, except where it says so. Results and
 * callbacks arrive on the client's own few threads and must not block them. Nothing here costs a thread per waiting
 * statement.
 *
 * <p><b>Failing closed.</b> Whatever is not a well-formed answer to the very question that was asked is a
 * {@link dev.hoop.review.ReviewFailure}. A call whose answer was lost is never repeated by itself: filing and claiming
 * spend an approval, and the lost answer may have been the one that did. Only a request that never left, because no
 * connection was made, is tried again.
 *
 * <p><b>Bounds.</b> Time, size and number of requests are bounded by {@link dev.hoop.controlplane.client.PlaneLimits}. The
 * sidecar's token travels in one header and appears nowhere else.
 */
@NullMarked
package dev.hoop.controlplane.client;

import org.jspecify.annotations.NullMarked;
