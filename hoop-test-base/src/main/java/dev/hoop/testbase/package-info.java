/**
 * What tests share: a run fails when a Netty buffer leaks ({@link dev.hoop.testbase.LeakDetection}, found by JUnit
 * itself), conditions are waited for instead of slept for ({@link dev.hoop.testbase.Eventually}), and bytes are printed
 * readably ({@link dev.hoop.testbase.HexDump}).
 */
@NullMarked
package dev.hoop.testbase;

import org.jspecify.annotations.NullMarked;
