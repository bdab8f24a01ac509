/** Tests of the server over real sockets. */
@NullMarked
package dev.hoop.web;

import org.jspecify.annotations.NullMarked;
