@NullMarked
package dev.hoop.review;

import org.jspecify.annotations.NullMarked;
