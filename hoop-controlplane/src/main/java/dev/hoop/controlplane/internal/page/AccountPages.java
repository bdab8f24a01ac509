package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.admin.OwnCredentials;
import dev.hoop.controlplane.internal.api.ClientAddress;
import dev.hoop.controlplane.internal.page.PageAccess.Visit;
import dev.hoop.controlplane.internal.page.Shell.Section;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.web.Router;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.time.Duration;
import java.time.Instant;

/** What everybody manages for themselves: personal tokens (shown once), sessions, the password. */
final class AccountPages {

    private static final String HERE = "/account";

    private final OwnCredentials own;
    private final PageAccess access;
    private final ClientAddress addresses;
    private final PlaneClock clock;

    AccountPages(OwnCredentials own, PageAccess access, ClientAddress addresses, PlaneClock clock) {
        this.own = own;
        this.access = access;
        this.addresses = addresses;
        this.clock = clock;
    }

    void addTo(Router.Builder routes) {
        routes.blocking("GET", HERE, access.page(Section.NONE, this::show))
                .blocking("POST", HERE + "/make-token", access.form(Section.NONE, this::makeToken))
                .blocking("POST", HERE + "/revoke-token", access.form(Section.NONE, this::revokeToken))
                .blocking("POST", HERE + "/end-session", access.form(Section.NONE, this::endSession))
                .blocking("POST", HERE + "/password", access.form(Section.NONE, this::changePassword));
    }

    private WebResponse show(WebRequest request, Visit visit) {
        Instant now = clock.now();
        AccountView view = new AccountView(
                visit.person(),
                own.tokens(visit.person()).stream()
                        .map(token -> new AccountView.Token(
                                token.id(),
                                token.name(),
                                Moment.of(token.createdAt(), now),
                                token.expiresAt().map(end -> Moment.of(end, now)),
                                token.lastUsedAt().map(at -> Moment.of(at, now))))
                        .toList(),
                own.sessions(visit.person()).stream()
                        .map(session -> new AccountView.Session(
                                session.id(),
                                session.method(),
                                Moment.of(session.createdAt(), now),
                                Moment.of(session.lastSeenAt(), now)))
                        .toList());
        return WebResponse.page(200, Templates.account(visit.shell(), view));
    }

    private WebResponse makeToken(WebRequest request, Visit visit) {
        requireNotByPersonalToken(visit);
        long days = request.form("days")
                .filter(text -> text.matches("[0-9]{1,3}"))
                .map(Long::parseLong)
                .orElseThrow(() -> new Refusal(Refusal.Kind.INVALID, "how many days the token works is no number"));
        OwnCredentials.Made made =
                own.makeToken(visit.person(), request.form("name").orElse("").strip(), Duration.ofDays(days));
        String title = "Your token " + made.token().name();
        return WebResponse.page(
                200, Templates.secret(visit.shell(), title, made.secret().value(), "", HERE));
    }

    private WebResponse revokeToken(WebRequest request, Visit visit) {
        own.revokeToken(visit.person(), request.form("id").orElse(""));
        return WebResponse.seeOther(HERE);
    }

    private WebResponse endSession(WebRequest request, Visit visit) {
        own.endSession(visit.person(), request.form("id").orElse(""));
        return WebResponse.seeOther(HERE);
    }

    private WebResponse changePassword(WebRequest request, Visit visit) {
        requireNotByPersonalToken(visit);
        own.changePassword(
                visit.person(),
                request.form("current").orElse(""),
                request.form("password").orElse(""),
                addresses.of(request));
        // All sessions have ended, this one too.
        return WebResponse.seeOther("/sign-in");
    }

    /** A token must not be a way to outlive its own end. */
    private static void requireNotByPersonalToken(Visit visit) {
        if (visit.byPersonalToken()) {
            throw new Refusal(
                    Refusal.Kind.FORBIDDEN,
                    "you signed in with a personal token, which makes no tokens and changes no password: sign in otherwise");
        }
    }
}
