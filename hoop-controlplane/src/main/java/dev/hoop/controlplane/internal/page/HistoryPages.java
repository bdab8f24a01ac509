package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.page.HistoryView.Choices;
import dev.hoop.controlplane.internal.page.HistoryView.Filters;
import dev.hoop.controlplane.internal.page.PageAccess.Visit;
import dev.hoop.controlplane.internal.page.Shell.Section;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.ReviewSearch;
import dev.hoop.review.ReviewStatus;
import dev.hoop.web.Router;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** All reviews, whatever became of them. The address says what is looked for, so that it can be passed on. */
final class HistoryPages {

    private static final int PAGE = 50;
    private static final int MOST_TEXT = 200;

    private final Database database;
    private final PageAccess access;
    private final PlaneClock clock;

    HistoryPages(Database database, PageAccess access, PlaneClock clock) {
        this.database = database;
        this.access = access;
        this.clock = clock;
    }

    void addTo(Router.Builder routes) {
        routes.blocking("GET", "/history", access.page(Section.HISTORY, this::list));
    }

    private WebResponse list(WebRequest request, Visit visit) {
        Filters filters = filters(request);
        Instant now = clock.now();
        HistoryView view = database.read(handle -> {
            Choices choices = choices(handle);
            ReviewSearch.Wanted wanted;
            try {
                wanted = wanted(filters);
            } catch (WebFailure failure) {
                return new HistoryView(
                        filters, choices, List.of(), String.valueOf(failure.getMessage()), 0, Optional.empty());
            }
            ReviewSearch.Found found = ReviewSearch.page(handle, wanted, Numbers.in(request, "before"), PAGE, now);
            return new HistoryView(
                    filters,
                    choices,
                    Rows.of(handle, found.reviews(), visit.person(), now),
                    "",
                    found.looked(),
                    found.before().map(before -> older(filters, before)));
        });
        return WebResponse.page(view.problem().isEmpty() ? 200 : 400, Templates.history(visit.shell(), view));
    }

    private static Filters filters(WebRequest request) {
        return new Filters(
                field(request, "status"),
                field(request, "sidecar"),
                field(request, "listener"),
                field(request, "rule"),
                field(request, "asked"),
                field(request, "decided"),
                field(request, "text"),
                field(request, "from"),
                field(request, "until"));
    }

    private static String field(WebRequest request, String name) {
        String text = request.query(name).orElse("").strip();
        return text.length() > MOST_TEXT ? text.substring(0, MOST_TEXT) : text;
    }

    private static ReviewSearch.Wanted wanted(Filters filters) {
        Optional<ReviewStatus> status = given(filters.status()).map(ReviewStatus::new);
        if (status.isPresent() && !status.get().isKnown()) {
            throw new WebFailure(400, "There is no status of that name.");
        }
        return new ReviewSearch.Wanted(
                status,
                given(filters.sidecar()),
                given(filters.listener()),
                given(filters.rule()),
                given(filters.asked()),
                given(filters.decided()),
                Days.start(filters.from()),
                Days.end(filters.until()),
                given(filters.text()));
    }

    private static Optional<String> given(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private static Choices choices(Handle handle) {
        List<HistoryView.Status> statuses = new ArrayList<>();
        for (ReviewStatus status : ReviewStatus.KNOWN) {
            String word = status.word();
            statuses.add(new HistoryView.Status(
                    word, word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT)));
        }
        return new Choices(
                statuses,
                ReviewSearch.recent(handle, ReviewSearch.Column.SIDECAR),
                ReviewSearch.recent(handle, ReviewSearch.Column.LISTENER),
                ReviewSearch.recent(handle, ReviewSearch.Column.RULE));
    }

    private static String older(Filters filters, long before) {
        return new Links("/history")
                .with("before", Long.toString(before))
                .with("status", filters.status())
                .with("sidecar", filters.sidecar())
                .with("listener", filters.listener())
                .with("rule", filters.rule())
                .with("asked", filters.asked())
                .with("decided", filters.decided())
                .with("text", filters.text())
                .with("from", filters.from())
                .with("until", filters.until())
                .toString();
    }
}
