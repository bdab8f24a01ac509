package dev.hoop.controlplane.internal.page;

import java.util.Optional;
import java.util.regex.Pattern;

/** Where a form may lead back to: pages of ours, or it would be an open redirect. */
final class Targets {

    /** Where people begin. */
    static final String HOME = "/reviews";

    private static final Pattern PAGE =
            Pattern.compile("/(reviews|history|account|sign-in|reviews/[A-Za-z0-9_-]{1,128}|admin(/[a-z-]{1,40})?)");

    private Targets() {}

    static String checked(Optional<String> wanted) {
        return wanted.filter(path -> PAGE.matcher(path).matches()).orElse(HOME);
    }
}
