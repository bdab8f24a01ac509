package dev.hoop.testkit.wire;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * What several peers sent and received, in one order. A peer writes its entry before it sends and after it received, so
 * "the upstream saw nothing before the approval" is a question to the journal: {@link #mark} the approval.
 */
public final class WireJournal {

    /** What an entry tells. */
    public enum Kind {
        SENT,
        RECEIVED,
        MARK
    }

    /**
     * One event.
     *
     * @param peer the peer's name, or the mark's text
     * @param kind what happened
     * @param bytes what was sent or received, in the chunk in which it was; empty for a mark. Not to be changed
     */
    @SuppressWarnings("ArrayRecordComponent") // entries are compared by nobody
    public record Entry(String peer, Kind kind, byte[] bytes) {}

    private final List<Entry> entries = new ArrayList<>();

    /** Records a moment of the test itself. */
    public void mark(String what) {
        add(new Entry(what, Kind.MARK, new byte[0]));
    }

    synchronized void add(Entry entry) {
        entries.add(entry);
    }

    /** All entries so far, in order. */
    public synchronized List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** Everything that peers whose name starts so received before the first mark of that text. */
    public byte[] receivedBefore(String mark, String peerPrefix) {
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        for (Entry entry : entries()) {
            if (entry.kind() == Kind.MARK && entry.peer().equals(mark)) {
                return received.toByteArray();
            }
            if (entry.kind() == Kind.RECEIVED && entry.peer().startsWith(peerPrefix)) {
                received.writeBytes(entry.bytes());
            }
        }
        throw new IllegalArgumentException("there is no mark " + mark);
    }
}
