/**
 * The engine: from a checked configuration to running listeners.
 *
 * <p>{@link dev.hoop.core.Engine#build} makes every listener without opening a socket, which is what validating is;
 * {@link dev.hoop.core.Engine#bind} opens all of them or none; {@link dev.hoop.core.Engine#drain} ends them. An engine is
 * built, bound and drained by one thread; its counts may be read from any.
 */
@NullMarked
package dev.hoop.core;

import org.jspecify.annotations.NullMarked;
