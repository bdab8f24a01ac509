@NullMarked
package dev.hoop.proto.http.internal.codec;

import org.jspecify.annotations.NullMarked;
