package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.SecretToken;
import dev.hoop.controlplane.internal.api.FormToken;
import dev.hoop.controlplane.internal.api.PeopleAccess;
import dev.hoop.controlplane.internal.api.RequestOrigin;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.store.Credentials;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.web.Cookies;
import dev.hoop.web.Router;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signing in, by token or one-time link, and out. */
public final class SignInPages {

    private static final Logger LOG = LoggerFactory.getLogger(SignInPages.class);

    /** Where a sign-in may lead: pages of ours, or it would be an open redirect. */
    private static final Pattern TARGET = Pattern.compile("/reviews(/[A-Za-z0-9_-]{1,128})?");

    private static final String USED_UP = "This link does not work any more: it was used, or its time is up. Ask for"
            + " another, or sign in with your token.";

    private final Database database;
    private final PeopleAccess access;
    private final RequestOrigin origin;
    private final PlaneClock clock;

    public SignInPages(Database database, PeopleAccess access, RequestOrigin origin, PlaneClock clock) {
        this.database = database;
        this.access = access;
        this.origin = origin;
        this.clock = clock;
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
            return WebResponse.page(200, Templates.signIn("", target(request.query("to"))));
        }
        // A link opened from another site, by a preview, or with HEAD is not a person who signs in. Besides, the strict
        // cookie would not come along on a redirect that another site began.
        boolean previewed = request.method().equals("HEAD")
                || !request.headers("sec-purpose").isEmpty()
                || !origin.isOurs(request);
        return previewed ? WebResponse.page(200, Templates.confirm(link.get())) : useLink(link.get());
    }

    private WebResponse signIn(WebRequest request) {
        if (!origin.isOurs(request)) {
            return WebResponse.page(
                    403,
                    Templates.signIn(
                            "The form came from another site. Sign in here instead.", target(Optional.empty())));
        }
        Optional<String> link = request.form("link");
        if (link.isPresent()) {
            return useLink(link.get());
        }
        String to = target(request.form("to"));
        Optional<Person> person = request.form("token").map(String::strip).flatMap(access::byToken);
        if (person.isEmpty()) {
            LOG.info("event=plane.sign_in.refused peer={}", request.peer());
            return WebResponse.page(401, Templates.signIn("This control plane does not know that token.", to));
        }
        return start(person.get().email(), to);
    }

    private WebResponse useLink(String link) {
        Optional<String> email = SecretToken.received(link)
                .flatMap(token -> database.write(handle -> Credentials.useLink(handle, token, clock.now())));
        return email.map(address -> start(address, "/reviews"))
                .orElseGet(() -> WebResponse.page(401, Templates.signIn(USED_UP, "/reviews")));
    }

    private WebResponse start(String email, String to) {
        SecretToken session = SecretToken.random();
        database.write(handle -> {
            Credentials.startSession(handle, session, email, clock.now().plus(PeopleAccess.SESSION_LENGTH));
            return true;
        });
        return WebResponse.seeOther(to)
                .with(
                        "set-cookie",
                        Cookies.set(
                                origin.cookieName(), session.value(), PeopleAccess.SESSION_LENGTH, origin.isSecure()));
    }

    private WebResponse signOut(WebRequest request) {
        Optional<SecretToken> session = access.bySession(request).flatMap(PeopleAccess.Caller::session);
        if (session.isPresent()) {
            requireForm(request, session.get(), origin);
            database.write(handle -> {
                Credentials.endSession(handle, session.get());
                return true;
            });
        }
        return WebResponse.seeOther("/sign-in")
                .with("set-cookie", Cookies.clear(origin.cookieName(), origin.isSecure()));
    }

    /** @throws WebFailure 403 unless the form is one of ours, made for this session */
    static void requireForm(WebRequest request, SecretToken session, RequestOrigin origin) {
        if (!origin.isOurs(request) || !FormToken.matches(session, request.form("csrf"))) {
            throw new WebFailure(403, "this form is not from a page of your session: open the review again");
        }
    }

    private static String target(Optional<String> wanted) {
        return wanted.filter(path -> TARGET.matcher(path).matches()).orElse("/reviews");
    }
}
