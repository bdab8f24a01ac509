package dev.hoop.testkit.contract;

/**
 * What a protocol can express; a contract asks its subclass.
 *
 * @param survivesDenials whether a connection goes on after a denial
 * @param pipelines whether a client may send the next statement before it has the answer to the last
 * @param keepsOrder whether statements of one connection run in the order in which they were sent
 * @param namesReviews whether answers name the review outside of their text
 * @param namesApprovers whether the answer of a released statement names who approved it
 */
record Capabilities(
        boolean survivesDenials, boolean pipelines, boolean keepsOrder, boolean namesReviews, boolean namesApprovers) {}
