package dev.hoop.controlplane.internal.page;

import dev.hoop.web.WebRequest;
import java.util.Optional;

/**
 * What every page has around its content.
 *
 * @param theme {@code light} or {@code dark} where somebody chose; empty to follow the device
 * @param here where a form that is on every page leads back to
 * @param address where the same page can be had again; empty for what a form answered
 * @param section which part of the navigation it belongs to
 * @param signed who is signed in
 */
public record Shell(String theme, String here, String address, Section section, Optional<Signed> signed) {

    /** The parts of the navigation. */
    public enum Section {
        WAITING,
        HISTORY,
        SIDECARS,
        RULES,
        PEOPLE,
        FREEZES,
        LOG,
        NONE
    }

    /**
     * Someone who is signed in.
     *
     * @param formToken for the forms
     * @param waiting how many reviews wait
     * @param frozen how many freezes last
     * @param manages whether they manage the plane
     * @param audits whether they read the decision log
     */
    public record Signed(String person, String formToken, int waiting, int frozen, boolean manages, boolean audits) {}

    /** For pages before the sign-in. */
    static Shell ofNobody(WebRequest request) {
        return new Shell(Theme.of(request), "/sign-in", "", Section.NONE, Optional.empty());
    }

    /** The window's title: how many wait comes first, so that it can be read on a narrow tab. */
    public String title(String page) {
        int waiting = signed.map(Signed::waiting).orElse(0);
        return (waiting > 0 ? "(" + waiting + ") " : "") + page + " · hoop";
    }

    /** The form token of who is signed in. */
    public String formToken() {
        return signed.map(Signed::formToken).orElse("");
    }

    /** Whether this is the current part of the navigation. */
    public boolean isIn(Section other) {
        return section == other;
    }
}
