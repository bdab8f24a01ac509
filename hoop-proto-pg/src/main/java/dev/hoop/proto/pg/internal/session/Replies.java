package dev.hoop.proto.pg.internal.session;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * What the server has still to answer, in order. What lies between two ReadyForQuery is a segment: when one message of it
 * fails, the server skips the rest of it. Confined to its loop.
 */
final class Replies {

    private final Deque<Awaited> queue = new ArrayDeque<>();
    private long segmentsSent;
    private long segmentsAnswered;

    /** The last segment with something that may change how texts are read. */
    private long readingChangedIn;

    private boolean copyIn;

    /** Whether something was sent since the last ReadyForQuery, answered or not. */
    private boolean sent;

    /** Whether something that runs was sent since the end of the last segment was. */
    private boolean ranInOpenSegment;

    /** Whether an answer is awaited from now on. */
    boolean add(Awaited awaited) {
        if (copyIn && awaited.kind == Awaited.Kind.SYNC) {
            // While it takes the data of a COPY the server ignores Sync, by the chapter "COPY Operations".
            return false;
        }
        if (awaited.kind == Awaited.Kind.COPY_END) {
            if (!copyIn && queue.isEmpty()) {
                return false;
            }
            copyIn = false;
        }
        queue.add(awaited);
        sent = true;
        if (awaited.kind.endsSegment()) {
            segmentsSent++;
            ranInOpenSegment = false;
        } else if (awaited.kind == Awaited.Kind.EXECUTE) {
            ranInOpenSegment = true;
        }
        if (awaited.changesReading) {
            readingChangedIn = awaited.kind.endsSegment() ? segmentsSent : segmentsSent + 1;
        }
        return true;
    }

    @Nullable
    Awaited head() {
        while (!queue.isEmpty() && queue.peek().kind == Awaited.Kind.COPY_END) {
            queue.remove();
        }
        return queue.peek();
    }

    boolean isEmpty() {
        return head() == null;
    }

    /** The number of the last segment of which the end was sent. */
    long lastSegment() {
        return segmentsSent;
    }

    /** Whether the server has answered all of a segment. */
    boolean isAnswered(long segment) {
        return segment <= segmentsAnswered;
    }

    /** Whether the server has answered everything up to the last Sync. */
    boolean allAnswered() {
        return segmentsSent == segmentsAnswered;
    }

    /**
     * Whether everything was answered and nothing has run since the server last said that it is ready: its transaction is as
     * it said.
     */
    boolean isQuiet() {
        return isEmpty() && !ranInOpenSegment;
    }

    /** Whether the server answers everything that was sent without being told to: a segment's end stands last. */
    boolean endsWithSegment() {
        Awaited last = queue.peekLast();
        return last == null || last.kind.endsSegment();
    }

    /**
     * Whether something was sent that may change how texts are read, and the server has not told yet. Since version 14 it
     * tells of a change with the ReadyForQuery behind it, and not with the answer to the statement.
     */
    boolean mayChangeReading() {
        return readingChangedIn > segmentsAnswered;
    }

    /** Whether the server waits for the data of a COPY, the end of which has not been sent. */
    boolean copyIn() {
        return copyIn;
    }

    /** The head was answered. */
    void remove() {
        queue.remove();
    }

    /** The server asks for the data of a COPY: it ignores every Sync that was sent on before the data's end. */
    void copyInBegins() {
        boolean ended = false;
        Iterator<Awaited> rest = queue.iterator();
        rest.next();
        while (rest.hasNext() && !ended) {
            Awaited next = rest.next();
            if (next.kind == Awaited.Kind.COPY_END) {
                ended = true;
            } else if (next.kind == Awaited.Kind.SYNC) {
                rest.remove();
                segmentsSent--;
                ranInOpenSegment = true;
            } else {
                break;
            }
        }
        copyIn = !ended;
    }

    /**
     * A message outside of a simple query failed: the server skips the rest of the segment.
     *
     * @return whether the segment's end has been sent already
     */
    boolean failSegment() {
        copyIn = false;
        for (Awaited next = queue.peek(); next != null; next = queue.peek()) {
            if (next.kind == Awaited.Kind.SYNC) {
                return true;
            }
            if (next.kind.endsSegment()) {
                // A simple query in the middle of a failed segment is skipped like everything else.
                segmentsSent--;
            }
            queue.remove();
        }
        return false;
    }

    /** ReadyForQuery: what it answers is done, and so is everything before that. Null where it answers nothing. */
    @Nullable
    Awaited ready() {
        copyIn = false;
        for (Awaited next = queue.peek(); next != null; next = queue.peek()) {
            queue.remove();
            if (next.kind.endsSegment()) {
                segmentsAnswered++;
                sent = !queue.isEmpty();
                if (!sent) {
                    // Also where the server skipped what would have ended the segment.
                    readingChangedIn = 0;
                }
                return next;
            }
        }
        return null;
    }
}
