package dev.hoop.controlplane.internal.store;

import java.util.Set;
import java.util.TreeSet;

/**
 * Who did something, as they were called then.
 *
 * @param email empty for what is no person
 * @param groups the groups that they acted for, where that matters
 */
public record Actor(String email, String name, Set<String> groups) {

    public Actor {
        groups = Set.copyOf(groups);
    }

    /** A person, acting for some of their groups. */
    public static Actor person(Directory.Person person, Set<String> groups) {
        return new Actor(person.email(), person.name(), groups);
    }

    /** A person, acting for themselves. */
    public static Actor person(Directory.Person person) {
        return new Actor(person.email(), person.name(), Set.of());
    }

    /** A sidecar. */
    public static Actor sidecar(String name) {
        return new Actor("", "sidecar " + name, Set.of());
    }

    /** The plane, by its settings or by itself. */
    public static Actor plane() {
        return new Actor("", "control plane", Set.of());
    }

    /** The plane's configuration file, for whoever wrote it. */
    public static Actor file() {
        return new Actor("", "configuration file", Set.of());
    }

    /** The program that the plane runs in, such as {@code hoop dev}. */
    public static Actor program() {
        return new Actor("", "embedding program", Set.of());
    }

    /** The groups in one text, in their order. */
    String groupNames() {
        return String.join("\n", new TreeSet<>(groups));
    }
}
