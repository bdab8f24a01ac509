package dev.hoop.review;

import java.util.Optional;

/**
 * Who asks for a statement to run, as far as the listener can tell.
 *
 * @param subject the identity that the protocol or an authenticating proxy gave
 * @param email the same as a mail address, where it is one
 * @param peerAddress the client's network address, {@code host:port}
 * @param method how the identity was learned, for example {@code identity_header} or {@code peer}
 */
public record Requester(Optional<String> subject, Optional<String> email, String peerAddress, String method) {

    /** A requester of whom only the network address is known. */
    public static Requester peer(String peerAddress) {
        return new Requester(Optional.empty(), Optional.empty(), peerAddress, "peer");
    }

    /** A requester that a trusted source named. */
    public static Requester named(String subject, String peerAddress, String method) {
        Optional<String> email = subject.indexOf('@') > 0 ? Optional.of(subject) : Optional.empty();
        return new Requester(Optional.of(subject), email, peerAddress, method);
    }
}
