@NullMarked
package dev.hoop.testkit.tls;

import org.jspecify.annotations.NullMarked;
