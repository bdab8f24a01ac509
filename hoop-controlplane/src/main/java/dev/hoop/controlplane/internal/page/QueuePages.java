package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.api.Reasons;
import dev.hoop.controlplane.internal.page.PageAccess.Visit;
import dev.hoop.controlplane.internal.page.Shell.Section;
import dev.hoop.controlplane.internal.review.Decisions;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.ReviewTable;
import dev.hoop.controlplane.internal.store.StoredReview;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import dev.hoop.web.Router;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What waits, newest first, and closing many of them with one reason. */
final class QueuePages {

    private static final int PAGE = 50;

    private final Database database;
    private final Decisions decisions;
    private final PageAccess access;
    private final PlaneClock clock;

    QueuePages(Database database, Decisions decisions, PageAccess access, PlaneClock clock) {
        this.database = database;
        this.decisions = decisions;
        this.access = access;
        this.clock = clock;
    }

    void addTo(Router.Builder routes) {
        routes.blocking("GET", "/", request -> WebResponse.seeOther("/reviews"))
                .blocking("GET", "/reviews", access.page(Section.WAITING, this::list))
                .blocking("POST", "/reviews/reject", access.form(Section.WAITING, this::rejectAll));
    }

    private WebResponse list(WebRequest request, Visit visit) {
        Optional<Long> cursor = Numbers.in(request, "before");
        boolean onlyMine = request.query("for").filter("me"::equals).isPresent();
        Instant now = clock.now();
        List<StoredReview> page = new ArrayList<>();
        List<ReviewRow> rows = database.read(handle -> {
            page.addAll(ReviewTable.list(
                    handle,
                    new ReviewTable.Filter(
                            Optional.empty(), Optional.of(ReviewStatus.PENDING), Optional.empty(), cursor, PAGE + 1),
                    now));
            List<StoredReview> shown = page.subList(0, Math.min(PAGE, page.size()));
            return Rows.of(handle, shown, visit.person(), now);
        });
        Optional<String> older = page.size() > PAGE
                ? Optional.of("/reviews?" + (onlyMine ? "for=me&" : "") + "before="
                        + page.get(PAGE - 1).seq())
                : Optional.empty();
        List<ReviewRow> shown = onlyMine ? rows.stream().filter(ReviewRow::mine).toList() : rows;
        int waiting = visit.shell().signed().map(Shell.Signed::waiting).orElse(0);
        QueueView view = new QueueView(shown, waiting, onlyMine, notice(request), older);
        return WebResponse.page(200, Templates.queue(visit.shell(), view));
    }

    private static String notice(WebRequest request) {
        Optional<Long> closed = Numbers.in(request, "closed");
        if (closed.isEmpty()) {
            return "";
        }
        long left = Numbers.in(request, "left").orElse(0L);
        return "Rejected " + closed.get() + (closed.get() == 1 ? " review." : " reviews.")
                + (left == 0 ? "" : " " + left + " stayed as they are: others decided them first, or you may not.");
    }

    private WebResponse rejectAll(WebRequest request, Visit visit) {
        Optional<String> reason = Reasons.clean(request.form("reason"));
        List<ReviewId> chosen = new ArrayList<>();
        for (String text : request.formValues("pick")) {
            chosen.add(ReviewId.parse(text).orElseThrow(() -> new WebFailure(400, "a review's id is malformed")));
        }
        if (chosen.isEmpty()) {
            throw new WebFailure(400, "no review is selected");
        }
        if (chosen.size() > PAGE) {
            throw new WebFailure(400, "more than " + PAGE + " reviews are selected");
        }
        int closed = 0;
        for (ReviewId id : chosen) {
            try {
                decisions.decide(id, visit.person(), Decisions.Wish.REJECT, reason);
                closed++;
            } catch (Refusal refusal) {
                // Told in sum: each of them shows on its own page why.
            }
        }
        return WebResponse.seeOther("/reviews?closed=" + closed + "&left=" + (chosen.size() - closed));
    }
}
