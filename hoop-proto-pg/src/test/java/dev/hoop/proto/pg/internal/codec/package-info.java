@NullMarked
package dev.hoop.proto.pg.internal.codec;

import org.jspecify.annotations.NullMarked;
