@NullMarked
package dev.hoop.proto.http.internal.statement;

import org.jspecify.annotations.NullMarked;
