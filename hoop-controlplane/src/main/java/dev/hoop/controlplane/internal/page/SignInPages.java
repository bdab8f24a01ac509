package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.SecretToken;
import dev.hoop.controlplane.internal.api.FormToken;
import dev.hoop.controlplane.internal.api.PeopleAccess;
import dev.hoop.controlplane.internal.api.Refusals;
import dev.hoop.controlplane.internal.api.RequestOrigin;
import dev.hoop.controlplane.internal.api.SignIns;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.controlplane.internal.store.Sessions;
import dev.hoop.web.Router;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.util.Optional;

/** Signing in, by password, token or one-time link, and out. */
public final class SignInPages {

    private static final String USED_UP = "This link does not work any more: it was used, or its time is up. Ask for"
            + " another, or sign in with your token.";

    private final SignIns signIns;
    private final PeopleAccess access;
    private final RequestOrigin origin;
    private final boolean byProvider;

    /** @param byProvider whether there is an identity provider to sign in through */
    public SignInPages(SignIns signIns, PeopleAccess access, RequestOrigin origin, boolean byProvider) {
        this.signIns = signIns;
        this.access = access;
        this.origin = origin;
        this.byProvider = byProvider;
    }

    /** Adds the routes. */
    public void addTo(Router.Builder routes) {
        routes.blocking("GET", "/sign-in", this::show)
                .blocking("POST", "/sign-in", this::signIn)
                .blocking("POST", "/sign-out", this::signOut);
    }

    private WebResponse show(WebRequest request) {
        Optional<String> link = request.query("link");
        if (link.isEmpty()) {
            return page(request, 200, "", target(request.query("to")));
        }
        // A link opened from another site, by a preview, or with HEAD is not a person who signs in. Besides, the strict
        // cookie would not come along on a redirect that another site began.
        boolean previewed = request.method().equals("HEAD")
                || !request.headers("sec-purpose").isEmpty()
                || !origin.isOurs(request);
        return previewed
                ? WebResponse.page(200, Templates.confirm(Shell.ofNobody(request), link.get()))
                : useLink(request, link.get());
    }

    private WebResponse page(WebRequest request, int status, String problem, String to) {
        return WebResponse.page(status, Templates.signIn(Shell.ofNobody(request), problem, to, byProvider));
    }

    private WebResponse signIn(WebRequest request) {
        if (!origin.isOurs(request)) {
            return page(
                    request, 403, "The form came from another site. Sign in here instead.", target(Optional.empty()));
        }
        Optional<String> link = request.form("link");
        if (link.isPresent()) {
            return useLink(request, link.get());
        }
        String to = target(request.form("to"));
        Optional<String> email = request.form("email").filter(text -> !text.isBlank());
        try {
            Optional<Sessions.Entry> entry = email.isPresent()
                    ? signIns.byPassword(
                            request, email.get(), request.form("password").orElse(""))
                    : signIns.byToken(request, request.form("token").orElse(""));
            String problem = email.isPresent()
                    ? "That is no user's address and password."
                    : "This control plane does not know that token.";
            return entry.map(found -> signIns.start(request, found, WebResponse.seeOther(to)))
                    .orElseGet(() -> page(request, 401, problem, to));
        } catch (Refusal refusal) {
            String problem = "Nobody was signed in: " + refusal.getMessage() + ".";
            return page(request, Refusals.status(refusal.kind()), problem, to)
                    .with(
                            "retry-after",
                            Long.toString(Math.max(1, refusal.retryAfter().toSeconds())));
        }
    }

    private WebResponse useLink(WebRequest request, String link) {
        return signIns.byLink(link)
                .map(entry -> signIns.start(request, entry, WebResponse.seeOther("/reviews")))
                .orElseGet(() -> page(request, 401, USED_UP, "/reviews"));
    }

    private WebResponse signOut(WebRequest request) {
        WebResponse answer = WebResponse.seeOther("/sign-in");
        Optional<SecretToken> session = access.bySession(request).flatMap(PeopleAccess.Caller::session);
        if (session.isEmpty()) {
            return signIns.withoutCookie(answer);
        }
        requireForm(request, session.get(), origin);
        return signIns.end(session.get(), answer);
    }

    /** @throws WebFailure 403 unless the form is one of ours, made for this session */
    static void requireForm(WebRequest request, SecretToken session, RequestOrigin origin) {
        if (!origin.isOurs(request) || !FormToken.matches(session, request.form("csrf"))) {
            throw new WebFailure(403, "this form is not from a page of your session: open the review again");
        }
    }

    /** Back to signing in leads nobody who has signed in. */
    static String target(Optional<String> wanted) {
        return Targets.checked(wanted.filter(path -> !path.equals("/sign-in")));
    }
}
