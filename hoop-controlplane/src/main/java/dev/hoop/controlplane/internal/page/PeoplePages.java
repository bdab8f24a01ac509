package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.PlaneUser;
import dev.hoop.controlplane.internal.admin.UserAdministration;
import dev.hoop.controlplane.internal.page.PageAccess.Visit;
import dev.hoop.controlplane.internal.page.Shell.Section;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.Users.Account;
import dev.hoop.web.BlockingHandler;
import dev.hoop.web.Router;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The people: who they are, their groups, what they may do, and letting them in no more. */
final class PeoplePages {

    private static final String HERE = "/admin/people";

    private final UserAdministration users;
    private final PageAccess access;

    PeoplePages(UserAdministration users, PageAccess access) {
        this.users = users;
        this.access = access;
    }

    void addTo(Router.Builder routes) {
        routes.blocking("GET", HERE, access.page(Section.PEOPLE, this::list))
                .blocking("POST", HERE + "/create", change(this::create))
                .blocking("POST", HERE + "/write", change(this::write))
                .blocking("POST", HERE + "/password", change(this::password))
                .blocking("POST", HERE + "/disable", change((form, by) -> users.setDisabled(by, email(form), true)))
                .blocking("POST", HERE + "/enable", change((form, by) -> users.setDisabled(by, email(form), false)))
                .blocking("POST", HERE + "/end-sessions", change((form, by) -> users.endSessions(by, email(form))))
                .blocking("POST", HERE + "/delete", change((form, by) -> users.delete(by, email(form))));
    }

    private WebResponse list(WebRequest request, Visit visit) {
        List<Account> accounts = users.list(visit.person());
        return WebResponse.page(200, Templates.people(visit.shell(), accounts, List.of(Capability.values())));
    }

    private void create(WebRequest form, Person by) {
        users.create(by, user(form), form.form("password").filter(text -> !text.isEmpty()));
    }

    private void write(WebRequest form, Person by) {
        users.update(by, user(form));
    }

    private void password(WebRequest form, Person by) {
        users.setPassword(by, email(form), form.form("password").filter(text -> !text.isEmpty()));
    }

    private static PlaneUser user(WebRequest form) {
        Set<Capability> capabilities = EnumSet.noneOf(Capability.class);
        for (String word : form.formValues("capability")) {
            capabilities.add(Capability.parse(word)
                    .orElseThrow(() -> new Refusal(Refusal.Kind.INVALID, "there is no such capability")));
        }
        try {
            return new PlaneUser(
                    email(form),
                    form.form("name").orElse("").strip(),
                    Lists.of(form.form("groups")),
                    capabilities,
                    Optional.empty());
        } catch (IllegalArgumentException e) {
            throw new Refusal(Refusal.Kind.INVALID, String.valueOf(e.getMessage()));
        }
    }

    private interface Change {
        void make(WebRequest form, Person by);
    }

    private BlockingHandler change(Change change) {
        return access.form(Section.PEOPLE, (form, visit) -> {
            change.make(form, visit.person());
            return WebResponse.seeOther(HERE);
        });
    }

    private static String email(WebRequest form) {
        return form.form("email").orElse("").strip();
    }
}
