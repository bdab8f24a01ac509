package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.store.Directory.Person;
import java.util.List;
import java.util.Optional;

/** What somebody sees of themselves. */
public record AccountView(Person person, List<Token> tokens, List<Session> sessions) {

    public AccountView {
        tokens = List.copyOf(tokens);
        sessions = List.copyOf(sessions);
    }

    /** The capabilities, in words. */
    public String may() {
        return String.join(
                ", ",
                person.capabilities().stream().sorted().map(one -> one.word()).toList());
    }

    /** The groups, in words. */
    public String groups() {
        return person.groups().isEmpty() ? "none" : String.join(", ", person.groups());
    }

    /** A personal token. */
    public record Token(String id, String name, Moment made, Optional<Moment> ends, Optional<Moment> used) {}

    /** A session that lasts. */
    public record Session(String id, String method, Moment began, Moment seen) {}
}
