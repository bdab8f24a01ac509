@NullMarked
package dev.hoop.proto.pg.internal.statement;

import org.jspecify.annotations.NullMarked;
