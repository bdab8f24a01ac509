package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.api.Reasons;
import dev.hoop.controlplane.internal.api.Refusals;
import dev.hoop.controlplane.internal.page.PageAccess.Visit;
import dev.hoop.controlplane.internal.page.Shell.Section;
import dev.hoop.controlplane.internal.review.Decisions;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.controlplane.internal.review.StatementText;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Directory;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.Freezes;
import dev.hoop.controlplane.internal.store.ReviewContexts;
import dev.hoop.controlplane.internal.store.ReviewPeople;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.controlplane.internal.store.ReviewPeople.Groups;
import dev.hoop.controlplane.internal.store.ReviewPeople.Made;
import dev.hoop.controlplane.internal.store.ReviewSearch;
import dev.hoop.controlplane.internal.store.ReviewTable;
import dev.hoop.controlplane.internal.store.StoredReview;
import dev.hoop.review.ReviewContext;
import dev.hoop.review.ReviewId;
import dev.hoop.web.BlockingHandler;
import dev.hoop.web.Router;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;

/** The page of one review, where it is decided. Plain forms: everything works without scripts. */
final class ReviewPages {

    private static final int MOST_PEOPLE = 12;

    private final Database database;
    private final Decisions decisions;
    private final PageAccess access;
    private final PlaneClock clock;

    ReviewPages(Database database, Decisions decisions, PageAccess access, PlaneClock clock) {
        this.database = database;
        this.decisions = decisions;
        this.access = access;
        this.clock = clock;
    }

    void addTo(Router.Builder routes) {
        routes.blocking("GET", "/reviews/{id}", access.page(Section.WAITING, this::show))
                .blocking("POST", "/reviews/{id}/approve", decision(Decisions.Wish.APPROVE))
                .blocking("POST", "/reviews/{id}/reject", decision(Decisions.Wish.REJECT))
                .blocking("POST", "/reviews/{id}/revoke", decision(Decisions.Wish.REVOKE));
    }

    private WebResponse show(WebRequest request, Visit visit) {
        return review(id(request), visit, 200, "");
    }

    private WebResponse review(ReviewId id, Visit visit, int status, String problem) {
        Instant now = clock.now();
        ReviewView view = database.read(handle -> {
            StoredReview review =
                    ReviewTable.find(handle, id, now).orElseThrow(() -> new WebFailure(404, "review not found"));
            Groups groups = ReviewPeople.groups(handle, id);
            List<Made> made = ReviewPeople.decisions(handle, id);
            List<Asker> askers = ReviewPeople.askers(handle, id);
            ReviewContext context = ReviewContexts.of(handle, id);
            ReviewView.Facts facts = new ReviewView.Facts(
                    review,
                    Background.of(context),
                    ReviewTable.payload(handle, id),
                    askers,
                    groups,
                    made,
                    people(handle, review, groups, askers, made),
                    ReviewContexts.decidedBefore(handle, review, context, Earlier.COUNTED, now),
                    Freezes.stopping(handle, review.sidecar(), review.listenerName(), askers),
                    Decisions.right(review, groups, askers, visit.person()),
                    ReviewSearch.neighbour(handle, review, true, now),
                    ReviewSearch.neighbour(handle, review, false, now));
            return ReviewView.of(facts, visit.person().email(), now);
        });
        return WebResponse.page(status, Templates.review(visit.shell(), view, problem));
    }

    /** The names of those who may approve and have not, a handful of them. */
    private static List<String> people(
            Handle handle, StoredReview review, Groups groups, List<Asker> askers, List<Made> made) {
        Set<String> any = new TreeSet<>(groups.reviewers());
        any.addAll(groups.forcing());
        List<String> names = new ArrayList<>();
        for (Person person : Directory.reviewers(handle, any)) {
            boolean decided = made.stream().anyMatch(earlier -> earlier.email().equals(person.email()));
            if (!decided
                    && names.size() <= MOST_PEOPLE
                    && Decisions.right(review, groups, askers, person) instanceof Decisions.Right.Granted) {
                names.add(names.size() == MOST_PEOPLE ? "and others" : StatementText.marked(person.name()));
            }
        }
        return names;
    }

    private BlockingHandler decision(Decisions.Wish wish) {
        return access.form(Section.WAITING, (request, visit) -> decide(request, visit, wish));
    }

    private WebResponse decide(WebRequest request, Visit visit, Decisions.Wish wish) {
        ReviewId id = id(request);
        try {
            decisions.decide(id, visit.person(), wish, Reasons.clean(request.form("reason")));
            return WebResponse.seeOther("/reviews/" + id);
        } catch (Refusal refusal) {
            if (refusal.kind() == Refusal.Kind.NOT_FOUND) {
                throw refusal;
            }
            String problem = "Nothing was changed: " + refusal.getMessage() + ".";
            return review(id, visit, Refusals.status(refusal.kind()), problem);
        }
    }

    private static ReviewId id(WebRequest request) {
        return ReviewId.parse(request.pathParameter("id")).orElseThrow(() -> new WebFailure(404, "review not found"));
    }
}
