package dev.hoop.controlplane.internal.api;

import dev.hoop.web.Router;
import dev.hoop.web.WebRequest;
import java.net.URI;
import java.util.Optional;

/** Which site a browser's request comes from, and the session cookie that goes with it. */
public final class RequestOrigin {

    private final Optional<URI> publicUrl;

    /** @param publicUrl how browsers reach the plane, where it was configured */
    public RequestOrigin(Optional<URI> publicUrl) {
        this.publicUrl = publicUrl;
    }

    /** Whether the plane is reached over TLS, so that cookies must not travel without, and browsers not come without. */
    public boolean isSecure() {
        return publicUrl.map(url -> "https".equals(url.getScheme())).orElse(false);
    }

    /**
     * Where the plane is reached over TLS, has browsers come by no other way for a year (RFC 6797). They heed it over TLS
     * alone, and for the whole host: other hosts of the domain are not the plane's to speak for.
     */
    public void addTo(Router.Builder routes) {
        if (isSecure()) {
            routes.always("strict-transport-security", "max-age=31536000");
        }
    }

    /** How browsers reach the plane: as configured, or as this one did. Without a slash at the end. */
    public String base(WebRequest request) {
        return publicUrl
                .map(URI::toString)
                .orElseGet(() -> "http://" + request.header("host").orElse("127.0.0.1"));
    }

    /** The session cookie's name. The prefix has browsers refuse one that a neighbour host set. */
    public String cookieName() {
        return isSecure() ? "__Host-hoop_session" : "hoop_session";
    }

    /**
     * Whether the request comes from a page of ours, as far as the browser says. A client that is no browser says nothing,
     * and has nothing that a foreign page could use.
     */
    public boolean isOurs(WebRequest request) {
        for (String site : request.headers("sec-fetch-site")) {
            if (!site.equals("same-origin") && !site.equals("none")) {
                return false;
            }
        }
        for (String origin : request.headers("origin")) {
            if (!isOurs(origin, request.header("host"))) {
                return false;
            }
        }
        return true;
    }

    private boolean isOurs(String origin, Optional<String> host) {
        if (publicUrl.isPresent() && origin.equalsIgnoreCase(publicUrl.get().toString())) {
            return true;
        }
        return host.isPresent()
                && (origin.equalsIgnoreCase("http://" + host.get())
                        || origin.equalsIgnoreCase("https://" + host.get()));
    }
}
