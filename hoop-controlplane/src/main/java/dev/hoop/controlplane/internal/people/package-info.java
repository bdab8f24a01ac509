/** How people come in: passwords, identity providers, and what slows down who guesses. */
@NullMarked
package dev.hoop.controlplane.internal.people;

import org.jspecify.annotations.NullMarked;
