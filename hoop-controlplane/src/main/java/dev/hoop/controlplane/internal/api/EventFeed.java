package dev.hoop.controlplane.internal.api;

import dev.hoop.controlplane.internal.review.FreezeEvents;
import dev.hoop.controlplane.internal.review.ReviewEvent;
import dev.hoop.controlplane.internal.review.ReviewEvents;
import dev.hoop.controlplane.internal.review.StatementText;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.Freezes.Freeze;
import dev.hoop.controlplane.internal.store.ReviewBatch;
import dev.hoop.controlplane.internal.store.ReviewContexts.Risk;
import dev.hoop.controlplane.internal.store.ReviewPeople;
import dev.hoop.controlplane.internal.store.StoredReview;
import dev.hoop.review.ReviewId;
import dev.hoop.web.EventStream;
import dev.hoop.web.Json;
import dev.hoop.web.StreamEvent;
import dev.hoop.web.StreamOwner;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes events on to the open streams: to a sidecar those of its own reviews, to people all and what is frozen. The bytes are made once
 * for all readers, and not at all when there are none. Safe for use by many threads.
 */
public final class EventFeed {

    private static final Logger LOG = LoggerFactory.getLogger(EventFeed.class);

    /** Pages that somebody may have open, and terminals that watch. */
    static final int MOST_OF_PERSON = 32;

    /** Processes that may share one token, each with one. */
    static final int MOST_OF_SIDECAR = 128;

    private final Database database;
    private final StreamWatch watch;
    private final Map<String, List<EventStream>> sidecars = new ConcurrentHashMap<>();
    private final List<EventStream> people = new CopyOnWriteArrayList<>();

    /** @param watch ends the streams of those who may not come in any more */
    public EventFeed(Database database, ReviewEvents events, FreezeEvents freezes, StreamWatch watch) {
        this.database = database;
        this.watch = watch;
        // A sidecar filed it itself.
        events.listen(this::pass, () -> !people.isEmpty());
        freezes.listen(this::pass);
    }

    /** Ends every stream: who reads connects again, and reads what there is. */
    public void endAll() {
        sidecars.values().forEach(streams -> streams.forEach(EventStream::end));
        people.forEach(EventStream::end);
    }

    /** Whose the streams are that a person opens, however they come in. */
    static StreamOwner of(Person person) {
        return new StreamOwner(
                "person " + person.email(),
                MOST_OF_PERSON,
                "you have " + MOST_OF_PERSON
                        + " event streams open already, one for each page and each `reviews watch`:"
                        + " close some that you do not need, then try again");
    }

    /** Whose the streams are that a sidecar opens. */
    static StreamOwner ofSidecar(String sidecar) {
        return new StreamOwner(
                "sidecar " + sidecar,
                MOST_OF_SIDECAR,
                "this sidecar has " + MOST_OF_SIDECAR
                        + " event streams open already: keep one for each process, and give"
                        + " processes beyond that many a sidecar of their own");
    }

    void addSidecar(String sidecar, EventStream stream, BooleanSupplier mayStay) {
        List<EventStream> streams = sidecars.computeIfAbsent(sidecar, absent -> new CopyOnWriteArrayList<>());
        add(streams, stream);
        watch.add(stream, mayStay);
    }

    void addPerson(EventStream stream, BooleanSupplier mayStay) {
        add(people, stream);
        watch.add(stream, mayStay);
    }

    /** First among the readers, then ready: nothing that happens after the reader saw "ready" passes it by. */
    private static void add(List<EventStream> streams, EventStream stream) {
        streams.add(stream);
        stream.onClose(() -> streams.remove(stream));
        stream.send("ready", "{}");
    }

    private void pass(ReviewEvent event) {
        StoredReview review = event.review();
        List<EventStream> own = sidecars.getOrDefault(review.sidecar(), List.of());
        // A sidecar filed it itself.
        if (!own.isEmpty() && event.kind() != ReviewEvent.Kind.FILED) {
            StreamEvent told = StreamEvent.of(event.kind().word(), Json.write(ReviewJson.forSidecar(review)));
            own.forEach(stream -> stream.send(told));
        }
        if (!people.isEmpty()) {
            passToPeople(event);
        }
    }

    /** Sidecars are told when they ask: by then it counts, whatever they heard before. */
    private void pass(Freeze freeze) {
        if (!people.isEmpty()) {
            String word = freeze.end().isPresent() ? "unfrozen" : "frozen";
            StreamEvent told = StreamEvent.of(word, Json.write(FreezeJson.of(freeze)));
            people.forEach(stream -> stream.send(told));
        }
    }

    /** What happened is done and has to be answered whatever becomes of this. */
    private void passToPeople(ReviewEvent event) {
        StoredReview review = event.review();
        List<ReviewId> ids = List.of(review.id());
        try {
            String json = database.read(handle -> Json.write(ReviewJson.forPeople(
                    review,
                    ReviewPeople.askers(handle, review.id()),
                    ReviewBatch.risks(handle, ids).getOrDefault(review.id(), Risk.NONE),
                    ReviewBatch.beginnings(handle, ids, StatementText.BEGINNING)
                            .getOrDefault(review.id(), new byte[0]))));
            StreamEvent told = StreamEvent.of(event.kind().word(), json);
            people.forEach(stream -> stream.send(told));
        } catch (RuntimeException e) {
            LOG.warn(
                    "event=plane.stream.failed review={} error={}",
                    review.id(),
                    e.getClass().getSimpleName());
            // Who is cut off connects again and reads what there is.
            people.forEach(EventStream::end);
        }
    }
}
