package dev.hoop.controlplane.internal.review;

import dev.hoop.review.ReviewId;
import java.util.Arrays;
import java.util.Optional;

/**
 * What one replica tells the others. Its text is who tells, a word, and the id of the review or freeze that it is about.
 *
 * @param replica who tells
 */
sealed interface ReplicaWord {

    String replica();

    /** How it travels. */
    String text();

    /** Something happened to a review. */
    record Happened(String replica, ReviewEvent.Kind kind, ReviewId review) implements ReplicaWord {
        @Override
        public String text() {
            return replica + " " + kind.word() + " " + review.value();
        }
    }

    /** Something was frozen, or is not any more. */
    record Froze(String replica, String freeze) implements ReplicaWord {

        private static final String WORD = "froze";

        @Override
        public String text() {
            return replica + " " + WORD + " " + freeze;
        }
    }

    /** About the replica itself. */
    record Itself(String replica, State state) implements ReplicaWord {
        @Override
        public String text() {
            return replica + " " + state.word;
        }
    }

    /** What a replica says of itself. */
    enum State {
        /** It is there, and tells what happens. */
        HERE("here"),
        /** It told everything, and ends. */
        BYE("bye"),
        /** It could not tell everything: whoever reads events reads again. */
        AGAIN("again");

        private final String word;

        State(String word) {
            this.word = word;
        }
    }

    static ReplicaWord here(String replica) {
        return new Itself(replica, State.HERE);
    }

    static ReplicaWord bye(String replica) {
        return new Itself(replica, State.BYE);
    }

    static ReplicaWord again(String replica) {
        return new Itself(replica, State.AGAIN);
    }

    /** Reads one; empty where a replica of another version tells what is not known here. */
    static Optional<ReplicaWord> parse(String text) {
        String[] parts = text.split(" ");
        if (parts.length == 2) {
            return Arrays.stream(State.values())
                    .filter(state -> state.word.equals(parts[1]))
                    .findFirst()
                    .map(state -> new Itself(parts[0], state));
        }
        if (parts.length != 3) {
            return Optional.empty();
        }
        Optional<ReviewId> review = ReviewId.parse(parts[2]);
        if (parts[1].equals(Froze.WORD)) {
            // Freezes have ids of the same shape.
            return review.map(id -> new Froze(parts[0], id.value()));
        }
        return Arrays.stream(ReviewEvent.Kind.values())
                .filter(kind -> kind.word().equals(parts[1]))
                .findFirst()
                .flatMap(kind -> review.map(id -> new Happened(parts[0], kind, id)));
    }
}
