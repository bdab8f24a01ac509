@NullMarked
package dev.hoop.proto.http.internal.target;

import org.jspecify.annotations.NullMarked;
