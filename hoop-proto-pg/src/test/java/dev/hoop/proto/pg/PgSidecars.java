package dev.hoop.proto.pg;

import dev.hoop.testkit.sidecar.TestSidecar;

/** Sidecars with one PostgreSQL listener, as an operator configures it. */
final class PgSidecars {

    /** The listener's name. */
    static final String LISTENER = "shop-db";

    /** What a statement with the word {@code forbidden} is told. */
    static final String FORBIDDEN = "forbidden here";

    /** What the listener says of statements with the word {@code guarded}. */
    static final String HELD = "held here";

    private static final String FORBIDS = """
            guardrails:
              rules:
                - {name: no-forbidden, type: deny_words_list, words: [forbidden], message: forbidden here}
            """;

    private static final String REVIEWS = """
            guardrails:
              rules:
                - {name: no-forbidden, type: deny_words_list, words: [forbidden], message: forbidden here}
                - {name: ask-a-person, type: deny_words_list, words: [guarded], action: require_review}
            review: {approval_rule: shop-approvers, mode: %s, message: held here}
            """;

    private PgSidecars() {}

    /** Without any rule. */
    static TestSidecar allowing(String upstream) {
        return start(upstream, "");
    }

    /** Refuses statements with the word {@code forbidden}. */
    static TestSidecar denying(String upstream) {
        return start(upstream, FORBIDS);
    }

    /** As above, and asks for a person where there is the word {@code guarded}; the mode is hold or return. */
    static TestSidecar reviewing(String upstream, String mode) {
        return start(upstream, REVIEWS.formatted(mode));
    }

    /** The last line of what is reviewed, with the line feed before it. */
    static String inDatabase(String database) {
        return "\n-- database '" + database + "'";
    }

    /** @param more further keys of the listener, as YAML without indentation */
    static TestSidecar start(String upstream, String more) {
        return TestSidecar.start("""
                listeners:
                  - name: shop-db
                    protocol: postgres
                    listen: 127.0.0.1:0
                    upstream: "%s"
                """.formatted(upstream) + more.indent(4));
    }
}
