package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.SecretToken;
import dev.hoop.controlplane.internal.admin.SidecarAdministration;
import dev.hoop.controlplane.internal.page.PageAccess.Visit;
import dev.hoop.controlplane.internal.page.Shell.Section;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.SidecarAccounts.Account;
import dev.hoop.web.BlockingHandler;
import dev.hoop.web.Json;
import dev.hoop.web.Router;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The sidecars: registering one, its token (shown once), replacing it, its configuration. */
final class SidecarPages {

    private static final String HERE = "/admin/sidecars";

    private final SidecarAdministration sidecars;
    private final PageAccess access;
    private final PlaneClock clock;

    SidecarPages(SidecarAdministration sidecars, PageAccess access, PlaneClock clock) {
        this.sidecars = sidecars;
        this.access = access;
        this.clock = clock;
    }

    void addTo(Router.Builder routes) {
        routes.blocking("GET", HERE, access.page(Section.SIDECARS, this::list))
                .blocking("POST", HERE + "/register", access.form(Section.SIDECARS, this::register))
                .blocking("POST", HERE + "/rotate", access.form(Section.SIDECARS, this::rotate))
                .blocking("POST", HERE + "/end-old-token", change(sidecars::endOldToken))
                .blocking("POST", HERE + "/disable", change((by, name) -> sidecars.setDisabled(by, name, true)))
                .blocking("POST", HERE + "/enable", change((by, name) -> sidecars.setDisabled(by, name, false)))
                .blocking("POST", HERE + "/delete", change(sidecars::delete))
                .blocking("POST", HERE + "/forget-configuration", change(sidecars::dropConfiguration))
                .blocking("POST", HERE + "/configure", access.form(Section.SIDECARS, this::configure));
    }

    private WebResponse list(WebRequest request, Visit visit) {
        Instant now = clock.now();
        List<SidecarView> views = new ArrayList<>();
        for (Account account : sidecars.list(visit.person())) {
            views.add(new SidecarView(
                    account,
                    account.disabledAt().isPresent() ? "disabled" : account.hasToken() ? "active" : "no token",
                    account.lastSeenAt().map(at -> Moment.of(at, now)),
                    account.tokenAt().map(at -> Moment.of(at, now)),
                    account.oldTokenEndsAt().map(at -> Moment.of(at, now)),
                    account.configurationAt().map(at -> Moment.of(at, now)),
                    sidecars.configuration(visit.person(), account.name())
                            .map(document -> Json.read(document).toPrettyString())
                            .orElse("")));
        }
        return WebResponse.page(200, Templates.sidecars(visit.shell(), views));
    }

    private WebResponse register(WebRequest request, Visit visit) {
        String name = name(request);
        return token(visit, name, sidecars.register(visit.person(), name), "");
    }

    private WebResponse rotate(WebRequest request, Visit visit) {
        String name = name(request);
        long seconds = request.form("overlap")
                .filter(text -> text.matches("[0-9]{1,7}"))
                .map(Long::parseLong)
                .orElseThrow(() -> new WebFailure(400, "how long the old token goes on is no number"));
        SecretToken token = sidecars.rotate(visit.person(), name, Duration.ofSeconds(seconds));
        return token(
                visit,
                name,
                token,
                seconds == 0 ? "The old token works no more." : "The old token works " + words(seconds) + " longer.");
    }

    private static String words(long seconds) {
        return seconds >= 172_800 ? seconds / 86_400 + " days" : seconds / 3_600 + " hours";
    }

    private static WebResponse token(Visit visit, String name, SecretToken token, String note) {
        return WebResponse.page(200, Templates.secret(visit.shell(), "Token of " + name, token.value(), note, HERE));
    }

    private WebResponse configure(WebRequest request, Visit visit) {
        String document = request.form("document").orElse("");
        if (!Json.read(document).isObject()) {
            throw new WebFailure(400, "the configuration is not a JSON object");
        }
        sidecars.putConfiguration(visit.person(), name(request), Json.write(Json.read(document)));
        return WebResponse.seeOther(HERE);
    }

    private interface Change {
        void make(Person by, String name);
    }

    private BlockingHandler change(Change change) {
        return access.form(Section.SIDECARS, (request, visit) -> {
            change.make(visit.person(), name(request));
            return WebResponse.seeOther(HERE);
        });
    }

    private static String name(WebRequest request) {
        return request.form("name")
                .filter(name -> !name.isBlank())
                .orElseThrow(() -> new Refusal(Refusal.Kind.INVALID, "the name is missing"));
    }
}
