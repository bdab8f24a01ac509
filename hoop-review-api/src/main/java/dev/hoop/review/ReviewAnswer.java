package dev.hoop.review;

/**
 * The plane's answer to a filing or a claim.
 *
 * @param forward true once, and only for an approved review: the statement may run now, and the approval is spent
 * @param review the review the answer is about
 */
public record ReviewAnswer(boolean forward, Review review) {}
