@NullMarked
package dev.hoop.testkit.http;

import org.jspecify.annotations.NullMarked;
