package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.api.RequestOrigin;
import dev.hoop.web.Cookies;
import dev.hoop.web.Router;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.time.Duration;
import java.util.Set;

/** Light or dark: as the device has it, unless somebody chose. The choice is a cookie, so that it holds without scripts. */
final class Theme {

    private static final String COOKIE = "hoop_theme";
    private static final String FOLLOW = "auto";
    private static final Set<String> CHOICES = Set.of("light", "dark");
    private static final Duration KEPT = Duration.ofDays(365);

    private final RequestOrigin origin;

    Theme(RequestOrigin origin) {
        this.origin = origin;
    }

    void addTo(Router.Builder routes) {
        routes.blocking("POST", "/theme", this::choose);
    }

    /** What was chosen; empty to follow the device. */
    static String of(WebRequest request) {
        return Cookies.read(request, COOKIE).filter(CHOICES::contains).orElse("");
    }

    private WebResponse choose(WebRequest request) {
        String wanted = request.form("theme").orElse("");
        if (!origin.isOurs(request) || !wanted.equals(FOLLOW) && !CHOICES.contains(wanted)) {
            throw new WebFailure(400, "the theme is none of auto, light, dark");
        }
        WebResponse back = WebResponse.seeOther(Targets.checked(request.form("to")));
        return wanted.equals(FOLLOW)
                ? back.with("set-cookie", Cookies.clear(COOKIE, origin.isSecure()))
                : back.with("set-cookie", Cookies.set(COOKIE, wanted, KEPT, origin.isSecure()));
    }
}
