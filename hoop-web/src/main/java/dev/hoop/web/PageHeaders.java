package dev.hoop.web;

/**
 * The header fields of a page that people look at: nothing from elsewhere runs, loads, frames it or keeps a copy.
 *
 * <p>The referrer policy is {@code same-origin} rather than {@code no-referrer}, because the latter makes browsers send
 * {@code Origin: null} with a form, and the check of the origin would have nothing to compare.
 */
public final class PageHeaders {

    /** Scripts, styles, images and forms of this server only; no inline script or style. */
    public static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private PageHeaders() {}

    /** The answer with these fields. */
    public static WebResponse on(WebResponse response) {
        return response.with("content-security-policy", CONTENT_SECURITY_POLICY)
                .with("x-frame-options", "DENY")
                .with("referrer-policy", "same-origin")
                .with("cross-origin-opener-policy", "same-origin")
                .with("cross-origin-resource-policy", "same-origin")
                .with("permissions-policy", "camera=(), geolocation=(), microphone=()")
                .with("cache-control", "no-store");
    }
}
