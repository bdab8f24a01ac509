package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.SecretToken;
import dev.hoop.controlplane.internal.api.RequestOrigin;
import dev.hoop.controlplane.internal.api.SignIns;
import dev.hoop.controlplane.internal.people.OidcAccounts;
import dev.hoop.controlplane.internal.people.OidcAttempt;
import dev.hoop.controlplane.internal.people.OidcClient;
import dev.hoop.controlplane.internal.people.OidcFailure;
import dev.hoop.controlplane.internal.people.OidcPerson;
import dev.hoop.controlplane.internal.store.Sessions;
import dev.hoop.web.Cookies;
import dev.hoop.web.Router;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signing in through the identity provider: the way there, and the way back. */
public final class OidcPages {

    /** Where the sign-in page leads for it. */
    public static final String PATH = "/sign-in/provider";

    private static final Logger LOG = LoggerFactory.getLogger(OidcPages.class);
    private static final String CALLBACK = PATH + "/callback";
    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final int MAX_CODE = 4096;
    private static final int MAX_ERROR = 300;

    private final OidcClient client;
    private final OidcAccounts accounts;
    private final SignIns signIns;
    private final RequestOrigin origin;

    public OidcPages(OidcClient client, OidcAccounts accounts, SignIns signIns, RequestOrigin origin) {
        this.client = client;
        this.accounts = accounts;
        this.signIns = signIns;
        this.origin = origin;
    }

    /** Adds the routes. */
    public void addTo(Router.Builder routes) {
        routes.blocking("GET", PATH, this::leave).blocking("GET", CALLBACK, this::comeBack);
    }

    private WebResponse leave(WebRequest request) {
        OidcAttempt attempt = OidcAttempt.begin();
        String target = SignInPages.target(request.query("to"));
        String kept = attempt.secret().value() + "." + encoded(target);
        try {
            URI there = client.authorization(attempt, redirectUri(request));
            return WebResponse.seeOther(there.toString())
                    .with("set-cookie", Cookies.setForReturn(cookieName(), kept, LIFE, origin.isSecure()));
        } catch (OidcFailure failure) {
            return refused(request, failure, target);
        }
    }

    private WebResponse comeBack(WebRequest request) {
        String kept = Cookies.read(request, cookieName()).orElse("");
        int dot = kept.indexOf('.');
        Optional<OidcAttempt> attempt = dot < 0
                ? Optional.empty()
                : SecretToken.received(kept.substring(0, dot)).map(OidcAttempt::new);
        String target = attempt.isEmpty() ? "/reviews" : SignInPages.target(decoded(kept.substring(dot + 1)));
        Optional<String> code = request.query("code").filter(text -> !text.isEmpty() && text.length() <= MAX_CODE);
        boolean ours = attempt.isPresent() && attempt.get().isOf(request.query("state"));
        Optional<String> error = request.query("error").filter(text -> !text.isEmpty());
        if (ours && error.isPresent()) {
            // The person there said no, or the provider does not know the plane as it is configured.
            return forgotten(refused(request, new OidcFailure(answered(error.get(), request)), target));
        }
        if (attempt.isEmpty() || !ours || code.isEmpty()) {
            String problem = "That did not work. Sign in again.";
            return forgotten(WebResponse.page(400, Templates.signIn(Shell.ofNobody(request), problem, target, true)));
        }
        try {
            OidcPerson person = client.redeem(code.get(), attempt.get(), redirectUri(request));
            Sessions.Entry entry = Sessions.Entry.by(Sessions.Method.PROVIDER, accounts.signIn(person));
            // Another site began this: a redirect from here would not carry the strict cookie, a page does.
            return forgotten(signIns.start(
                    request, entry, WebResponse.page(200, Templates.signedIn(Shell.ofNobody(request), target))));
        } catch (OidcFailure failure) {
            return forgotten(refused(request, failure, target));
        }
    }

    /** What a provider may say by the protocol's own grammar, and no more of it than a line of the log takes. */
    private static String answered(String error, WebRequest request) {
        String said = error
                + request.query("error_description").map(text -> ": " + text).orElse("");
        String line = said.replaceAll("[^ -~]|[\"\\\\]", "?");
        return "the provider answered " + (line.length() > MAX_ERROR ? line.substring(0, MAX_ERROR) + "..." : line);
    }

    private static WebResponse refused(WebRequest request, OidcFailure failure, String target) {
        LOG.warn("event=plane.sign_in.refused method=provider reason=\"{}\"", failure.getMessage());
        String problem = "The identity provider did not let you in. Whoever runs this control plane finds the reason in"
                + " its log.";
        return WebResponse.page(403, Templates.signIn(Shell.ofNobody(request), problem, target, true));
    }

    private WebResponse forgotten(WebResponse response) {
        return response.with("set-cookie", Cookies.clear(cookieName(), origin.isSecure()));
    }

    private String cookieName() {
        return origin.isSecure() ? "__Host-hoop_provider" : "hoop_provider";
    }

    private URI redirectUri(WebRequest request) {
        return URI.create(origin.base(request) + CALLBACK);
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<String> decoded(String text) {
        try {
            return Optional.of(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw new WebFailure(400, "the cookie of the sign-in is not one of ours: sign in again");
        }
    }
}
