@NullMarked
package dev.hoop.proto.http;

import org.jspecify.annotations.NullMarked;
