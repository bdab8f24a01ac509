@NullMarked
package dev.hoop.proto.http.internal.message;

import org.jspecify.annotations.NullMarked;
