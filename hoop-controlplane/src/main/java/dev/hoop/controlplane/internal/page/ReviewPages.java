package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.SecretToken;
import dev.hoop.controlplane.internal.api.FormToken;
import dev.hoop.controlplane.internal.api.PeopleAccess;
import dev.hoop.controlplane.internal.api.PeopleAccess.Caller;
import dev.hoop.controlplane.internal.api.Reasons;
import dev.hoop.controlplane.internal.api.Refusals;
import dev.hoop.controlplane.internal.api.RequestOrigin;
import dev.hoop.controlplane.internal.review.Decisions;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.controlplane.internal.review.StatementText;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.ReviewPeople;
import dev.hoop.controlplane.internal.store.ReviewTable;
import dev.hoop.controlplane.internal.store.StoredReview;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import dev.hoop.web.Router;
import dev.hoop.web.StaticFile;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;

/** The list of reviews, and the page of one, where it is decided. Plain forms: everything works without scripts. */
public final class ReviewPages {

    private static final int PAGE = 50;
    private static final String ALL = "ALL";

    private final Database database;
    private final Decisions decisions;
    private final PeopleAccess access;
    private final RequestOrigin origin;
    private final PlaneClock clock;

    public ReviewPages(
            Database database, Decisions decisions, PeopleAccess access, RequestOrigin origin, PlaneClock clock) {
        this.database = database;
        this.decisions = decisions;
        this.access = access;
        this.origin = origin;
        this.clock = clock;
    }

    /** Adds the routes. */
    public void addTo(Router.Builder routes) {
        routes.blocking("GET", "/", request -> WebResponse.seeOther("/reviews"))
                .blocking("GET", "/reviews", request -> signedIn(request, this::list))
                .blocking("GET", "/reviews/{id}", request -> signedIn(request, this::show))
                .blocking("POST", "/reviews/{id}/approve", decision(Decisions.Wish.APPROVE))
                .blocking("POST", "/reviews/{id}/reject", decision(Decisions.Wish.REJECT))
                .blocking("POST", "/reviews/{id}/revoke", decision(Decisions.Wish.REVOKE))
                .get("/assets/page.css", asset("page.css", "text/css; charset=utf-8"))
                .get("/assets/live.js", asset("live.js", "text/javascript; charset=utf-8"))
                .get("/assets/icon.svg", asset("icon.svg", "image/svg+xml"));
    }

    private static StaticFile asset(String name, String type) {
        return StaticFile.load(ReviewPages.class, name, type);
    }

    private WebResponse signedIn(WebRequest request, BiFunction<WebRequest, Caller, WebResponse> page) {
        Optional<Caller> caller = access.bySession(request);
        if (caller.isEmpty()) {
            return WebResponse.seeOther(
                    request.path().equals("/reviews") ? "/sign-in" : "/sign-in?to=" + request.path());
        }
        try {
            return page.apply(request, caller.get());
        } catch (WebFailure failure) {
            return message(caller.get(), failure);
        }
    }

    private static WebResponse message(Caller caller, WebFailure failure) {
        String title = failure.status() == 404 ? "No such review" : "That did not work";
        String text = failure.status() == 404
                ? "There is no review under this address."
                : "Nothing was changed: " + failure.getMessage() + ".";
        return WebResponse.page(failure.status(), Templates.message(Optional.of(shell(caller)), title, text));
    }

    private WebResponse list(WebRequest request, Caller caller) {
        String wanted = request.query("status").orElse(ReviewStatus.PENDING.word());
        Optional<ReviewStatus> status = wanted.equals(ALL) ? Optional.empty() : Optional.of(new ReviewStatus(wanted));
        if (status.isPresent() && !status.get().isKnown()) {
            throw new WebFailure(400, "there is no status of that name");
        }
        Optional<Long> cursor = request.query("cursor")
                .filter(text -> text.matches("[0-9]{1,18}"))
                .map(Long::parseLong);
        ReviewTable.Filter filter =
                new ReviewTable.Filter(Optional.empty(), status, Optional.empty(), cursor, PAGE + 1);
        Instant now = clock.now();
        List<ReviewRow> rows = new ArrayList<>();
        Optional<String> older = database.read(handle -> {
            List<StoredReview> reviews = ReviewTable.list(handle, filter, now);
            for (StoredReview review : reviews.subList(0, Math.min(PAGE, reviews.size()))) {
                String summary = StatementText.of(ReviewTable.payload(handle, review.id()))
                        .summary();
                rows.add(ReviewRow.of(review, ReviewPeople.askers(handle, review.id()), summary, now));
            }
            return reviews.size() > PAGE
                    ? Optional.of("/reviews?status=" + wanted + "&cursor="
                            + reviews.get(PAGE - 1).seq())
                    : Optional.<String>empty();
        });
        String heading = wanted.equals(ALL) ? "All reviews" : label(wanted) + " reviews";
        String nothing =
                wanted.equals(ReviewStatus.PENDING.word()) ? "Nothing waits for a decision." : "There are none.";
        return WebResponse.page(
                200, Templates.list(shell(caller), new ListView(heading, choices(wanted), rows, nothing, older)));
    }

    private static List<ListView.Choice> choices(String wanted) {
        List<ListView.Choice> choices = new ArrayList<>();
        for (ReviewStatus status : ReviewStatus.KNOWN) {
            choices.add(choice(label(status.word()), status.word(), wanted));
        }
        choices.add(choice("All", ALL, wanted));
        return choices;
    }

    private static ListView.Choice choice(String label, String word, String wanted) {
        return new ListView.Choice(label, "/reviews?status=" + word, word.equals(wanted));
    }

    private static String label(String word) {
        return word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT);
    }

    private WebResponse show(WebRequest request, Caller caller) {
        return review(id(request), caller, 200, "");
    }

    private WebResponse review(ReviewId id, Caller caller, int status, String problem) {
        Instant now = clock.now();
        ReviewView view = database.read(handle -> {
            StoredReview review =
                    ReviewTable.find(handle, id, now).orElseThrow(() -> new WebFailure(404, "review not found"));
            return ReviewView.of(
                    new ReviewView.Facts(
                            review,
                            ReviewTable.payload(handle, id),
                            ReviewPeople.askers(handle, id),
                            ReviewPeople.groups(handle, id),
                            ReviewPeople.decisions(handle, id),
                            Decisions.right(handle, review, caller.person())),
                    now);
        });
        return WebResponse.page(status, Templates.review(shell(caller), view, problem));
    }

    private dev.hoop.web.BlockingHandler decision(Decisions.Wish wish) {
        return request -> signedIn(request, (form, caller) -> decide(form, caller, wish));
    }

    private WebResponse decide(WebRequest request, Caller caller, Decisions.Wish wish) {
        SignInPages.requireForm(request, session(caller), origin);
        ReviewId id = id(request);
        Person person = caller.person();
        try {
            decisions.decide(id, person, wish, Reasons.clean(request.form("reason")));
            return WebResponse.seeOther("/reviews/" + id);
        } catch (Refusal refusal) {
            if (refusal.kind() == Refusal.Kind.NOT_FOUND) {
                throw Refusals.toFailure(refusal);
            }
            String problem = "Nothing was changed: " + refusal.getMessage() + ".";
            return review(id, caller, Refusals.status(refusal.kind()), problem);
        }
    }

    private static ReviewId id(WebRequest request) {
        return ReviewId.parse(request.pathParameter("id")).orElseThrow(() -> new WebFailure(404, "review not found"));
    }

    private static SecretToken session(Caller caller) {
        return caller.session().orElseThrow(() -> new IllegalStateException("a page's caller has a session"));
    }

    private static Shell shell(Caller caller) {
        return new Shell(caller.person().name(), FormToken.of(session(caller)));
    }
}
