package dev.hoop.controlplane.internal.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.internal.review.Filings;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.controlplane.internal.review.StatementText;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Question;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.controlplane.internal.store.ReviewTable;
import dev.hoop.controlplane.internal.store.SidecarAccounts;
import dev.hoop.controlplane.internal.store.Sidecars;
import dev.hoop.controlplane.internal.store.StoredReview;
import dev.hoop.review.ReviewContext;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewRequest;
import dev.hoop.web.Json;
import dev.hoop.web.Router;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The calls of sidecars, CONTRACTS section 6, and their stream of decisions. */
public final class SidecarApi {

    private static final int MAX_VERSION = 100;

    private final Database database;
    private final Filings filings;
    private final EventFeed feed;
    private final PlaneClock clock;
    private final SidecarAccess access;

    public SidecarApi(Database database, Filings filings, EventFeed feed, PlaneClock clock) {
        this.database = database;
        this.filings = filings;
        this.feed = feed;
        this.clock = clock;
        this.access = new SidecarAccess(database, clock);
    }

    /** Adds the routes. */
    public void addTo(Router.Builder routes) {
        routes.blocking("POST", "/api/sidecars/handshake", this::handshake)
                .blocking("PUT", "/api/sidecars/configuration", this::seed)
                .blocking("POST", "/api/sidecars/reviews", this::file)
                .blocking("GET", "/api/sidecars/reviews", this::list)
                .blocking("GET", "/api/sidecars/reviews/stream", this::stream)
                .brief("GET", "/api/sidecars/reviews/{id}", this::status)
                .blocking("POST", "/api/sidecars/reviews/{id}/claim", this::claim);
    }

    private WebResponse handshake(WebRequest request) {
        String sidecar = access.require(request);
        noteVersion(request, sidecar);
        String document = database.read(handle -> Sidecars.configuration(handle, sidecar))
                .orElseThrow(() -> new WebFailure(
                        412,
                        "no configuration is stored for this sidecar: seed it with PUT /api/sidecars/configuration"));
        return Json.response(200, Json.read(document)).with("cache-control", "no-store");
    }

    /** A sidecar may tell its version; one of another make says nothing, or something else. */
    private void noteVersion(WebRequest request, String sidecar) {
        if (request.bodyLength() == 0) {
            return;
        }
        Optional<String> version = Fields.optional(request.jsonOfAnyType(), "version")
                .filter(text -> !text.isEmpty() && text.length() <= MAX_VERSION && StatementText.isPlain(text));
        Optional<String> known = database.read(handle -> SidecarAccounts.find(handle, sidecar))
                .flatMap(SidecarAccounts.Account::version);
        if (version.isPresent() && !version.equals(known)) {
            database.write(handle -> {
                SidecarAccounts.putVersion(handle, sidecar, version.get());
                return true;
            });
        }
    }

    private WebResponse seed(WebRequest request) {
        String sidecar = access.require(request);
        String document = Json.write(Fields.object(request));
        Optional<String> kept = database.write(handle -> {
            Sidecars.seedConfiguration(handle, sidecar, document, clock.now());
            return Sidecars.configuration(handle, sidecar);
        });
        if (!kept.equals(Optional.of(document))) {
            throw new WebFailure(
                    409, "another configuration is stored for this sidecar already: it is read with the handshake");
        }
        return WebResponse.empty(204);
    }

    private WebResponse file(WebRequest request) {
        String sidecar = access.require(request);
        JsonNode body = Fields.object(request);
        String listener = Fields.name(body, "listener_name");
        String rule = Fields.name(body, "approval_rule");
        byte[] payload = payload(body);
        Asker asker = asker(body.path("requester"));
        ReviewContext context = ContextJson.read(body.path("context"));
        try {
            return answer(filings.file(Question.of(sidecar, listener, rule, payload), asker, context));
        } catch (Refusal refusal) {
            throw Refusals.toFailure(refusal);
        }
    }

    private static byte[] payload(JsonNode body) {
        String text = Fields.anyLength(body, "payload")
                .filter(given -> !given.isEmpty())
                .orElseThrow(() -> new WebFailure(400, "'payload' is missing: send the statement's bytes in base64"));
        byte[] payload;
        try {
            payload = Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new WebFailure(400, "'payload' is not base64 (RFC 4648, section 4)");
        }
        if (payload.length > ReviewRequest.MAX_PAYLOAD_BYTES) {
            throw new WebFailure(
                    413,
                    "the statement has " + payload.length + " bytes; a review takes at most "
                            + ReviewRequest.MAX_PAYLOAD_BYTES);
        }
        return payload;
    }

    private static Asker asker(JsonNode requester) {
        if (!requester.isObject() && !requester.isMissingNode() && !requester.isNull()) {
            throw new WebFailure(400, "'requester' is not an object");
        }
        return new Asker(
                Fields.optional(requester, "subject").orElse(""),
                Fields.optional(requester, "email").orElse(""),
                Fields.optional(requester, "peer_addr").orElse(""),
                Fields.optional(requester, "method").orElse(""));
    }

    private WebResponse claim(WebRequest request) {
        Optional<ReviewId> id = ReviewId.parse(request.pathParameter("id"));
        Optional<Filings.Answer> used =
                SidecarAccess.token(request).flatMap(token -> id.flatMap(known -> filings.claimAtOnce(token, known)));
        if (used.isPresent()) {
            access.seen(used.get().review().sidecar());
            return answer(used.get());
        }
        String sidecar = access.require(request);
        try {
            return answer(filings.claim(sidecar, Fields.id(request)));
        } catch (Refusal refusal) {
            throw Refusals.toFailure(refusal);
        }
    }

    private static WebResponse answer(Filings.Answer answer) {
        ObjectNode json = Json.object().put("forward", answer.forward());
        json.set("review", ReviewJson.forSidecar(answer.review()));
        answer.frozen()
                .ifPresent(
                        why -> json.putObject("refused").put("kind", "frozen").put("message", why));
        return Json.response(answer.filed() ? 201 : 200, json).with("cache-control", "no-store");
    }

    private WebResponse status(WebRequest request) {
        StoredReview review = access.requireAndFind(request, request.pathParameter("id"))
                .orElseThrow(() -> new WebFailure(404, "review not found"));
        return Json.response(200, ReviewJson.forSidecar(review)).with("cache-control", "no-store");
    }

    private WebResponse list(WebRequest request) {
        String sidecar = access.require(request);
        ReviewTable.Filter filter = new ReviewTable.Filter(
                Optional.of(sidecar),
                Fields.status(request),
                Optional.empty(),
                Optional.empty(),
                Fields.limit(request));
        List<StoredReview> reviews = database.read(handle -> ReviewTable.list(handle, filter, clock.now()));
        ArrayNode json = Json.array();
        reviews.forEach(review -> json.add(ReviewJson.forSidecar(review)));
        return Json.response(200, json).with("cache-control", "no-store");
    }

    private WebResponse stream(WebRequest request) {
        String sidecar = access.require(request);
        return WebResponse.events(
                EventFeed.ofSidecar(sidecar), stream -> feed.addSidecar(sidecar, stream, access.lasting(request)));
    }
}
