package dev.hoop.testkit.plane;

/** What is wrong with a plane. It holds for every call but the stream, until it is changed. */
public enum Trouble {
    /** Nothing. */
    NONE,
    /** Ends the connection without an answer, and without doing anything. */
    DOWN,
    /** Answers {@code 503}. */
    FAILING,
    /** Does what is asked and then ends the connection without an answer. */
    LOSES_ANSWERS,
    /** Does what is asked and sends half of its answer. */
    HALF_ANSWERS,
    /** Takes the call and says nothing until the trouble changes. */
    SLOW,
    /** Answers with JSON that makes no sense. */
    GARBAGE,
    /** Answers about another review than was asked about. */
    OTHER_REVIEW,
    /** Answers about a review of another listener. */
    OTHER_LISTENER,
    /** Knows no call: a plain {@code 404}, as a server without the route gives it. */
    TOO_OLD,
    /** Does not accept the token. */
    UNAUTHORIZED,
    /** Refuses what is filed, with {@code 422} and a message. */
    REFUSES,
    /** Froze who asks: takes nothing, with {@code 403}, and spends no approval, which it says in its answer. */
    FROZEN,
    /** Takes no more for now: {@code 429}. */
    CROWDED,
    /** Knows no review any more: a JSON {@code 404}. */
    FORGETFUL
}
