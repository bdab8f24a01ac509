package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.ApprovalRule;
import dev.hoop.controlplane.internal.admin.RuleAdministration;
import dev.hoop.controlplane.internal.page.PageAccess.Visit;
import dev.hoop.controlplane.internal.page.Shell.Section;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.web.Router;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The approval rules: who has to approve, and how long it counts. */
final class RulePages {

    private static final String HERE = "/admin/rules";

    private final RuleAdministration rules;
    private final PageAccess access;

    RulePages(RuleAdministration rules, PageAccess access) {
        this.rules = rules;
        this.access = access;
    }

    void addTo(Router.Builder routes) {
        routes.blocking("GET", HERE, access.page(Section.RULES, this::list))
                .blocking("POST", HERE + "/create", access.form(Section.RULES, this::create))
                .blocking("POST", HERE + "/write", access.form(Section.RULES, this::write))
                .blocking("POST", HERE + "/delete", access.form(Section.RULES, this::delete));
    }

    private WebResponse list(WebRequest request, Visit visit) {
        List<RuleView> views =
                rules.list(visit.person()).stream().map(RulePages::view).toList();
        return WebResponse.page(200, Templates.rules(visit.shell(), views, RuleView.Fields.EMPTY));
    }

    private static RuleView view(RuleAdministration.View known) {
        ApprovalRule rule = known.rule();
        String groups = String.join(", ", rule.reviewersGroups());
        String usual = rule.allGroupsMustApprove() && rule.reviewersGroups().size() > 1
                ? "one of each: " + groups
                : (rule.minApprovals() == 1 ? "one of " : rule.minApprovals() + " of ") + groups;
        String forcing = String.join(", ", rule.forceApprovalGroups());
        return new RuleView(
                known.declared(),
                known.missing().orElse(""),
                (forcing.isEmpty() ? usual : usual + ", or one of " + forcing)
                        + (rule.allowSelfApproval() ? "; who asks may decide" : ""),
                "waits " + words(rule.pendingTtl()) + ", to be used within " + words(rule.approvalTtl()),
                new RuleView.Fields(
                        rule.name(),
                        groups,
                        rule.minApprovals(),
                        rule.allGroupsMustApprove(),
                        forcing,
                        minutes(rule.pendingTtl()),
                        minutes(rule.approvalTtl()),
                        rule.allowSelfApproval()));
    }

    private static String words(Optional<Duration> ttl) {
        return ttl.map(time -> time.toSeconds() % 86_400 == 0
                        ? time.toDays() + " days"
                        : time.toSeconds() % 3600 == 0 ? time.toHours() + " h" : time.toMinutes() + " min")
                .orElse("any time");
    }

    private static String minutes(Optional<Duration> ttl) {
        return ttl.map(time -> Long.toString(time.toMinutes())).orElse("");
    }

    private WebResponse create(WebRequest request, Visit visit) {
        rules.create(visit.person(), rule(request));
        return WebResponse.seeOther(HERE);
    }

    private WebResponse write(WebRequest request, Visit visit) {
        rules.put(visit.person(), rule(request));
        return WebResponse.seeOther(HERE);
    }

    private WebResponse delete(WebRequest request, Visit visit) {
        rules.delete(visit.person(), request.form("name").orElse(""));
        return WebResponse.seeOther(HERE);
    }

    private static ApprovalRule rule(WebRequest request) {
        boolean all = request.form("all").isPresent();
        try {
            return new ApprovalRule(
                    request.form("name").orElse("").strip(),
                    Lists.of(request.form("groups")),
                    all
                            ? 1
                            : number(request.form("min"), "how many must approve")
                                    .orElse(1L)
                                    .intValue(),
                    all,
                    Lists.of(request.form("forcing")),
                    number(request.form("pending"), "how long it waits").map(Duration::ofMinutes),
                    number(request.form("approval"), "how long an approval may wait for its use")
                            .map(Duration::ofMinutes),
                    request.form("self").isPresent());
        } catch (IllegalArgumentException e) {
            throw new Refusal(Refusal.Kind.INVALID, String.valueOf(e.getMessage()));
        }
    }

    private static Optional<Long> number(Optional<String> text, String what) {
        Optional<String> given = text.map(String::strip).filter(number -> !number.isEmpty());
        if (given.isPresent() && !given.get().matches("[0-9]{1,6}")) {
            throw new Refusal(Refusal.Kind.INVALID, what + " is no number");
        }
        return given.map(Long::parseLong);
    }
}
