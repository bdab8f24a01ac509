@NullMarked
package dev.hoop.proto.pg.internal.session;

import org.jspecify.annotations.NullMarked;
