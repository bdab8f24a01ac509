/**
 * The strict loader of configuration documents. {@link dev.hoop.config.YamlReader} makes a tree with positions of a file
 * or a text, {@link dev.hoop.config.Binder} makes records of the tree, and {@link dev.hoop.config.Problems} collects what
 * is wrong in all steps, so that a person mends everything at once:
 *
 * <pre>{@code
 * Problems problems = new Problems();
 * Optional<Plane> plane = YamlReader.read(file, problems).flatMap(tree -> Binder.bind(tree, Plane.class, problems));
 * problems.throwIfAny();
 * }</pre>
 *
 * <p>Everything here is for one thread at start-up; trees and bound records are immutable. A binding may succeed although
 * reading found a problem, so {@code throwIfAny} comes before any use.
 */
@NullMarked
package dev.hoop.config;

import org.jspecify.annotations.NullMarked;
