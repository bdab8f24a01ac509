package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.SecretToken;
import dev.hoop.controlplane.internal.api.FormToken;
import dev.hoop.controlplane.internal.api.PeopleAccess;
import dev.hoop.controlplane.internal.api.PeopleAccess.Caller;
import dev.hoop.controlplane.internal.api.Refusals;
import dev.hoop.controlplane.internal.api.RequestOrigin;
import dev.hoop.controlplane.internal.page.Shell.Section;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.Freezes;
import dev.hoop.controlplane.internal.store.ReviewSearch;
import dev.hoop.web.BlockingHandler;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/** Lets signed-in people to the pages, and their own forms only. */
final class PageAccess {

    private final Database database;
    private final PeopleAccess people;
    private final RequestOrigin origin;
    private final PlaneClock clock;

    PageAccess(Database database, PeopleAccess people, RequestOrigin origin, PlaneClock clock) {
        this.database = database;
        this.people = people;
        this.origin = origin;
        this.clock = clock;
    }

    /** A page for someone who is signed in. */
    @FunctionalInterface
    interface Page {
        WebResponse answer(WebRequest request, Visit visit);
    }

    /**
     * Someone who looks at a page.
     *
     * @param byPersonalToken whether a token that they made themselves began the session
     */
    record Visit(Person person, Shell shell, boolean byPersonalToken) {}

    /** Answers a page, or leads to the sign-in. */
    BlockingHandler page(Section section, Page page) {
        return request -> signedIn(request, section, page);
    }

    /** Answers a form of a page of this person's own session, or refuses it. */
    BlockingHandler form(Section section, Page page) {
        return request -> signedIn(request, section, (form, visit) -> {
            if (!origin.isOurs(form)
                    || !isSame(visit.shell().formToken(), form.form("csrf").orElse(""))) {
                throw new WebFailure(403, "this form is not from a page of your session: open the page again");
            }
            return page.answer(form, visit);
        });
    }

    /** In constant time. */
    private static boolean isSame(String token, String given) {
        return MessageDigest.isEqual(token.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }

    private WebResponse signedIn(WebRequest request, Section section, Page page) {
        Optional<Caller> caller = people.bySession(request);
        if (caller.isEmpty()) {
            String to = Targets.checked(Optional.of(request.path()));
            return WebResponse.seeOther(to.equals(Targets.HOME) ? "/sign-in" : "/sign-in?to=" + to);
        }
        Shell shell = shell(request, caller.get(), section);
        try {
            return page.answer(
                    request,
                    new Visit(caller.get().person(), shell, caller.get().byPersonalToken()));
        } catch (WebFailure failure) {
            return message(shell, failure.status(), String.valueOf(failure.getMessage()));
        } catch (Refusal refusal) {
            return message(shell, Refusals.status(refusal.kind()), String.valueOf(refusal.getMessage()));
        }
    }

    private Shell shell(WebRequest request, Caller caller, Section section) {
        SecretToken session =
                caller.session().orElseThrow(() -> new IllegalStateException("a page's caller has a session"));
        Shell.Signed signed = database.read(handle -> new Shell.Signed(
                caller.person().name(),
                FormToken.of(session),
                ReviewSearch.waiting(handle, clock.now()),
                Freezes.count(handle),
                caller.person().may(Capability.ADMIN),
                caller.person().may(Capability.AUDIT)));
        return new Shell(
                Theme.of(request),
                Targets.checked(Optional.of(request.path())),
                request.method().equals("POST") ? "" : address(request),
                section,
                Optional.of(signed));
    }

    private static String address(WebRequest request) {
        return request.rawQuery().isEmpty() ? request.path() : request.path() + "?" + request.rawQuery();
    }

    private static WebResponse message(Shell shell, int status, String text) {
        return WebResponse.page(
                status,
                status == 404
                        ? Templates.message(shell, "Not found", "There is nothing under this address.")
                        : Templates.message(shell, "That did not work", "Nothing was changed: " + text + "."));
    }
}
