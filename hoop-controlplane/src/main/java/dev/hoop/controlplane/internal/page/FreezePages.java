package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.internal.admin.FreezeAdministration;
import dev.hoop.controlplane.internal.api.Reasons;
import dev.hoop.controlplane.internal.page.PageAccess.Visit;
import dev.hoop.controlplane.internal.page.Shell.Section;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.controlplane.internal.store.Freezes.Target;
import dev.hoop.web.Router;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.time.Instant;
import java.util.List;

/** What is frozen: an agent, a listener or a whole sidecar. */
final class FreezePages {

    private static final String HERE = "/admin/freezes";

    private final FreezeAdministration freezes;
    private final PageAccess access;
    private final PlaneClock clock;

    FreezePages(FreezeAdministration freezes, PageAccess access, PlaneClock clock) {
        this.freezes = freezes;
        this.access = access;
        this.clock = clock;
    }

    void addTo(Router.Builder routes) {
        routes.blocking("GET", HERE, access.page(Section.FREEZES, this::list))
                .blocking("POST", HERE + "/start", access.form(Section.FREEZES, this::start))
                .blocking("POST", HERE + "/end", access.form(Section.FREEZES, this::end));
    }

    private WebResponse list(WebRequest request, Visit visit) {
        Instant now = clock.now();
        List<FreezeView> views = freezes.list(true).stream()
                .map(freeze -> new FreezeView(
                        freeze, Moment.of(freeze.startedAt(), now), freeze.end().map(end -> Moment.of(end.at(), now))))
                .toList();
        boolean may = visit.person().may(Capability.REVIEW) || visit.person().may(Capability.ADMIN);
        return WebResponse.page(
                200,
                Templates.freezes(
                        visit.shell(), views, may, request.query("name").orElse("")));
    }

    private WebResponse start(WebRequest request, Visit visit) {
        String name = field(request, "name");
        Target target = switch (field(request, "kind")) {
            case "requester" -> new Target.Requester(name);
            case "sidecar" -> new Target.Sidecar(name);
            case "listener" -> new Target.Listener(field(request, "sidecar"), name);
            default -> throw new Refusal(Refusal.Kind.INVALID, "choose what is to be frozen");
        };
        freezes.start(visit.person(), target, Reasons.clean(request.form("reason")));
        return WebResponse.seeOther(HERE);
    }

    private WebResponse end(WebRequest request, Visit visit) {
        freezes.end(visit.person(), field(request, "id"), Reasons.clean(request.form("reason")));
        return WebResponse.seeOther(HERE);
    }

    private static String field(WebRequest request, String name) {
        return request.form(name).orElse("").strip();
    }
}
