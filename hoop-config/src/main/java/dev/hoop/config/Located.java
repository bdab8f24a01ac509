package dev.hoop.config;

/**
 * A value that remembers where it was written, for checks that come after binding. May be the type of a record's
 * component.
 *
 * @param position where the value stands; the mapping that lacks it where it is a default
 */
public record Located<T>(T value, Position position) {}
