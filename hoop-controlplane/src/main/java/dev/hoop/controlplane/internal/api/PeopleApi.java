package dev.hoop.controlplane.internal.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.internal.review.Decisions;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.controlplane.internal.review.StatementText;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.ReviewContexts;
import dev.hoop.controlplane.internal.store.ReviewPage;
import dev.hoop.controlplane.internal.store.ReviewPeople;
import dev.hoop.controlplane.internal.store.ReviewTable;
import dev.hoop.controlplane.internal.store.StoredReview;
import dev.hoop.review.ReviewId;
import dev.hoop.web.Json;
import dev.hoop.web.Router;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The calls of people about reviews, CONTRACTS section 7. */
public final class PeopleApi {

    /** How many earlier decisions about the same shape one is shown. */
    private static final int DECIDED_BEFORE = 10;

    private final Database database;
    private final Decisions decisions;
    private final EventFeed feed;
    private final PlaneClock clock;
    private final PeopleAccess access;

    public PeopleApi(Database database, Decisions decisions, EventFeed feed, PlaneClock clock, PeopleAccess access) {
        this.database = database;
        this.decisions = decisions;
        this.feed = feed;
        this.clock = clock;
        this.access = access;
    }

    /** Adds the routes. */
    public void addTo(Router.Builder routes) {
        routes.blocking("GET", "/api/reviews", this::list)
                .blocking("GET", "/api/reviews/stream", this::stream)
                .blocking("GET", "/api/reviews/{id}", this::get)
                .blocking("PUT", "/api/reviews/{id}", this::decide);
    }

    private WebResponse list(WebRequest request) {
        access.require(request);
        int limit = Fields.limit(request);
        ReviewTable.Filter filter = new ReviewTable.Filter(
                Optional.empty(),
                Fields.status(request),
                request.query("listener").filter(name -> !name.isEmpty()),
                Fields.cursor(request),
                // One more tells whether there is a next page.
                limit + 1);
        ObjectNode page = database.read(handle -> {
            List<ReviewPage.Row> reviews = ReviewPage.list(handle, filter, StatementText.BEGINNING, clock.now());
            ObjectNode json = Json.object();
            ArrayNode array = json.putArray("reviews");
            for (ReviewPage.Row row : reviews.subList(0, Math.min(limit, reviews.size()))) {
                array.add(
                        ReviewJson.forPeople(row.review(), row.asker().stream().toList(), row.risk(), row.beginning()));
            }
            if (reviews.size() > limit) {
                json.put(
                        "next_cursor",
                        Long.toString(reviews.get(limit - 1).review().seq()));
            }
            return json;
        });
        return answer(page);
    }

    private WebResponse get(WebRequest request) {
        PeopleAccess.Caller caller = access.require(request);
        ReviewId id = Fields.id(request);
        return answer(database.read(handle -> {
            ReviewContexts.Whole whole = ReviewContexts.whole(handle, id, clock.now())
                    .orElseThrow(() -> new WebFailure(404, "review not found"));
            return complete(whole, ReviewPeople.all(handle, id), decidedBefore(handle, whole), caller.person());
        }));
    }

    private WebResponse decide(WebRequest request) {
        PeopleAccess.Caller caller = access.requireForChange(request);
        ReviewId id = Fields.id(request);
        JsonNode body = Fields.object(request);
        for (Iterator<String> names = body.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!name.equals("status") && !name.equals("reason")) {
                throw new WebFailure(400, "the body has an unknown key: send 'status' and, if you like, 'reason'");
            }
        }
        Decisions.Wish wish = wish(Fields.required(body, "status"));
        Optional<String> reason = Reasons.clean(Fields.anyLength(body, "reason"));
        try {
            Decisions.Decided decided = decisions.decide(id, caller.person(), wish, reason);
            return answer(complete(decided.whole(), decided.people(), decidedBefore(decided.whole()), caller.person()));
        } catch (Refusal refusal) {
            throw Refusals.toFailure(refusal);
        }
    }

    private static Decisions.Wish wish(String status) {
        return switch (status) {
            case "APPROVED" -> Decisions.Wish.APPROVE;
            case "REJECTED" -> Decisions.Wish.REJECT;
            case "REVOKED" -> Decisions.Wish.REVOKE;
            default -> throw new WebFailure(400, "'status' is none of APPROVED, REJECTED, REVOKED");
        };
    }

    private List<StoredReview> decidedBefore(ReviewContexts.Whole whole) {
        return whole.context().shape().isEmpty() ? List.of() : database.read(handle -> decidedBefore(handle, whole));
    }

    private List<StoredReview> decidedBefore(Handle handle, ReviewContexts.Whole whole) {
        return ReviewContexts.decidedBefore(handle, whole.review(), whole.context(), DECIDED_BEFORE, clock.now());
    }

    private static ObjectNode complete(
            ReviewContexts.Whole whole, ReviewPeople.All people, List<StoredReview> decidedBefore, Person person) {
        StoredReview review = whole.review();
        ObjectNode json =
                ReviewJson.complete(review, people.askers(), whole.context(), whole.payload(), people.decisions());
        ArrayNode before = json.putArray("decided_before");
        decidedBefore.forEach(earlier -> before.add(ReviewJson.forSidecar(earlier)));
        boolean may =
                Decisions.right(review, people.groups(), people.askers(), person) instanceof Decisions.Right.Granted;
        return json.put("may_decide", may);
    }

    private WebResponse stream(WebRequest request) {
        Person person = access.require(request).person();
        return WebResponse.events(EventFeed.of(person), stream -> feed.addPerson(stream, access.lasting(request)));
    }

    private static WebResponse answer(JsonNode json) {
        return Json.response(200, json).with("cache-control", "no-store");
    }
}
