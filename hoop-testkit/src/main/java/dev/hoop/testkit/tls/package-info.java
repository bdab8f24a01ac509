/**
 * Key and certificate material made on the spot: a certificate authority of its own, and certificates that it issues.
 * Nothing is taken from the machine and nothing is trusted outside the test.
 */
@NullMarked
package dev.hoop.testkit.tls;

import org.jspecify.annotations.NullMarked;
