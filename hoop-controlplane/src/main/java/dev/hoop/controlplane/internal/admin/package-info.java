/**
 * What those who manage a plane do: sidecars, rules, users, freezes, their own tokens and sessions. Every service checks who
 * may, changes in one transaction, and writes the act to the decision log in it. All of them block on the database and are
 * safe for use by many threads; what they do not do, they refuse with {@link
 * dev.hoop.controlplane.internal.review.Refusal}.
 */
@NullMarked
package dev.hoop.controlplane.internal.admin;

import org.jspecify.annotations.NullMarked;
