package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.DecisionLogCheck.Result;
import dev.hoop.controlplane.internal.admin.LogReading;
import dev.hoop.controlplane.internal.page.LogView.Family;
import dev.hoop.controlplane.internal.page.LogView.Filters;
import dev.hoop.controlplane.internal.page.LogView.Row;
import dev.hoop.controlplane.internal.page.LogView.Whole;
import dev.hoop.controlplane.internal.page.PageAccess.Visit;
import dev.hoop.controlplane.internal.page.Shell.Section;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.StatementText;
import dev.hoop.controlplane.internal.store.DecisionLog;
import dev.hoop.controlplane.internal.store.LogEntry;
import dev.hoop.web.Router;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** The decision log, for who has {@code audit}. The address says what is looked for, so that it can be passed on. */
final class LogPages {

    private static final String HERE = "/admin/log";
    private static final int PAGE = 50;
    private static final int MOST_TEXT = 512;

    private static final List<Family> FAMILIES = List.of(
            new Family("review.", "Reviews"),
            new Family("rule.", "Approval rules"),
            new Family("user.", "People"),
            new Family("token.", "Personal tokens"),
            new Family("sidecar.", "Sidecars"),
            new Family("freeze.", "Freezes"),
            new Family("reviews.", "Retention"));

    private final LogReading log;
    private final PageAccess access;
    private final PlaneClock clock;

    LogPages(LogReading log, PageAccess access, PlaneClock clock) {
        this.log = log;
        this.access = access;
        this.clock = clock;
    }

    void addTo(Router.Builder routes) {
        routes.blocking("GET", HERE, access.page(Section.LOG, this::list))
                // It reads the whole log: nothing that a link from elsewhere may start.
                .blocking("POST", HERE + "/check", access.form(Section.LOG, this::check));
    }

    private WebResponse list(WebRequest request, Visit visit) {
        return page(request, visit, Optional.empty());
    }

    private WebResponse check(WebRequest request, Visit visit) {
        Result result = log.check(visit.person());
        return page(request, visit, Optional.of(whole(result)));
    }

    private static Whole whole(Result result) {
        if (result instanceof Result.Sound sound) {
            return new Whole(
                    true,
                    "The whole log is as it was written: " + sound.entries()
                            + (sound.entries() == 1 ? " entry" : " entries") + ", the last hash is " + sound.head()
                            + ". Note it elsewhere: only a noted hash shows that nobody computed the log anew.");
        }
        Result.Broken broken = (Result.Broken) result;
        return new Whole(false, "The log was changed: entry " + broken.entry() + " " + broken.problem() + ".");
    }

    private WebResponse page(WebRequest request, Visit visit, Optional<Whole> whole) {
        Filters filters = new Filters(
                field(request, "kind"),
                field(request, "about"),
                field(request, "who"),
                field(request, "from"),
                field(request, "until"));
        DecisionLog.Filter wanted;
        try {
            wanted = wanted(filters, Numbers.in(request, "before"));
        } catch (WebFailure failure) {
            String problem = String.valueOf(failure.getMessage());
            LogView nothing = new LogView(filters, FAMILIES, List.of(), problem, true, whole, Optional.empty());
            return WebResponse.page(400, Templates.log(visit.shell(), nothing));
        }
        LogReading.Compared found = log.compared(visit.person(), wanted);
        Instant now = clock.now();
        List<Row> rows = found.entries().stream()
                .limit(PAGE)
                .map(kept -> row(kept, !found.misfits().contains(kept.seq()), now))
                .toList();
        Optional<String> older = found.entries().size() > PAGE
                ? Optional.of(older(filters, found.entries().get(PAGE - 1).seq()))
                : Optional.empty();
        boolean sound = rows.stream().allMatch(Row::fits);
        return WebResponse.page(
                200, Templates.log(visit.shell(), new LogView(filters, FAMILIES, rows, "", sound, whole, older)));
    }

    private static String field(WebRequest request, String name) {
        String text = request.query(name).orElse("").strip();
        return text.length() > MOST_TEXT ? text.substring(0, MOST_TEXT) : text;
    }

    private static DecisionLog.Filter wanted(Filters filters, Optional<Long> before) {
        return new DecisionLog.Filter(
                before,
                given(filters.about()),
                given(filters.kind()),
                given(filters.who()),
                Days.start(filters.from()),
                Days.end(filters.until()),
                PAGE + 1);
    }

    private static Optional<String> given(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private static Row row(DecisionLog.Kept kept, boolean fits, Instant now) {
        LogEntry entry = kept.entry();
        return new Row(
                kept.seq(),
                Moment.of(entry.at(), now),
                entry.kind(),
                StatementText.marked(entry.about()),
                entry.kind().startsWith("review.") ? "/reviews/" + entry.about() : "",
                StatementText.marked(entry.who().name()),
                StatementText.marked(entry.who().email()),
                StatementText.marked(String.join(", ", new TreeSet<>(entry.who().groups()))),
                entry.reason().map(StatementText::marked).orElse(""),
                entry.payloadSha256().orElse(""),
                kept.hash(),
                fits);
    }

    private static String older(Filters filters, long before) {
        Links link = new Links(HERE).with("before", Long.toString(before));
        return link.with("kind", filters.kind())
                .with("about", filters.about())
                .with("who", filters.who())
                .with("from", filters.from())
                .with("until", filters.until())
                .toString();
    }
}
