package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.admin.Administration;
import dev.hoop.controlplane.internal.api.ClientAddress;
import dev.hoop.controlplane.internal.api.PeopleAccess;
import dev.hoop.controlplane.internal.api.RequestOrigin;
import dev.hoop.controlplane.internal.review.Decisions;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.web.Router;

/** Everything that a browser shows. Works without scripts; with them, it follows what happens. */
public final class Pages {

    private final Theme theme;
    private final QueuePages queue;
    private final ReviewPages reviews;
    private final HistoryPages history;
    private final SidecarPages sidecars;
    private final RulePages rules;
    private final PeoplePages managed;
    private final FreezePages freezes;
    private final LogPages log;
    private final AccountPages account;

    public Pages(
            Database database,
            Decisions decisions,
            PeopleAccess people,
            RequestOrigin origin,
            Administration administration,
            ClientAddress addresses,
            PlaneClock clock) {
        PageAccess access = new PageAccess(database, people, origin, clock);
        theme = new Theme(origin);
        queue = new QueuePages(database, decisions, access, clock);
        reviews = new ReviewPages(database, decisions, access, clock);
        history = new HistoryPages(database, access, clock);
        sidecars = new SidecarPages(administration.sidecars(), access, clock);
        rules = new RulePages(administration.rules(), access);
        managed = new PeoplePages(administration.users(), access);
        freezes = new FreezePages(administration.freezes(), access, clock);
        log = new LogPages(administration.log(), access, clock);
        account = new AccountPages(administration.own(), access, addresses, clock);
    }

    /** Adds the routes. */
    public void addTo(Router.Builder routes) {
        theme.addTo(routes);
        queue.addTo(routes);
        reviews.addTo(routes);
        history.addTo(routes);
        sidecars.addTo(routes);
        rules.addTo(routes);
        managed.addTo(routes);
        freezes.addTo(routes);
        log.addTo(routes);
        account.addTo(routes);
        Assets.addTo(routes);
    }
}
