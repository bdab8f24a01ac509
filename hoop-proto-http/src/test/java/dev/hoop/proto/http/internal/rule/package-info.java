@NullMarked
package dev.hoop.proto.http.internal.rule;

import org.jspecify.annotations.NullMarked;
