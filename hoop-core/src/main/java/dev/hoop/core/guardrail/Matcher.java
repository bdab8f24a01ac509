package dev.hoop.core.guardrail;

import dev.hoop.core.statement.Response;
import dev.hoop.core.statement.Statement;

/** The condition of one rule. Immutable, safe for many threads, linear in the size of what it looks at. */
public sealed interface Matcher {

    /** Looks at a statement's head: what is known of it before its body was read. */
    non-sealed interface OfHead extends Matcher {
        boolean matches(Statement statement);
    }

    /** Looks at the whole statement. */
    non-sealed interface OfWhole extends Matcher {
        boolean matches(Statement statement);
    }

    /** Looks at the upstream's answer. */
    non-sealed interface OfResponse extends Matcher {
        boolean matches(Statement statement, Response response);
    }
}
