/** The HTTP listener of hoop inside a Netty proxy of one's own: own sockets, own decisions, hoop's judging and holding. */
@NullMarked
package dev.hoop.examples.embedded;

import org.jspecify.annotations.NullMarked;
