@NullMarked
package dev.hoop.proto.pg;

import org.jspecify.annotations.NullMarked;
