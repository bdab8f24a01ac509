/**
 * What every protocol must keep, as tests that a protocol's own test class inherits.
 *
 * <p>A protocol brings a {@link dev.hoop.testkit.contract.ProtocolUnderTest}: how to write a statement, how to read an
 * answer, and an upstream that runs statements. Every capability is taken for granted: a protocol that lacks one overrides
 * the method that says so, which is a visible line in its tests.
 */
@NullMarked
package dev.hoop.testkit.contract;

import org.jspecify.annotations.NullMarked;
