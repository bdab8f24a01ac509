/** What our own tests share. */
@NullMarked
package dev.hoop.testbase;

import org.jspecify.annotations.NullMarked;
