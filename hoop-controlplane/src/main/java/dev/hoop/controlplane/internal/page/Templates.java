package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.generated.JteaccountGenerated;
import dev.hoop.controlplane.generated.JteconfirmGenerated;
import dev.hoop.controlplane.generated.JtefreezesGenerated;
import dev.hoop.controlplane.generated.JtehistoryGenerated;
import dev.hoop.controlplane.generated.JtelogGenerated;
import dev.hoop.controlplane.generated.JtemessageGenerated;
import dev.hoop.controlplane.generated.JtepeopleGenerated;
import dev.hoop.controlplane.generated.JtequeueGenerated;
import dev.hoop.controlplane.generated.JtereviewGenerated;
import dev.hoop.controlplane.generated.JterulesGenerated;
import dev.hoop.controlplane.generated.JtesecretGenerated;
import dev.hoop.controlplane.generated.JtesidecarsGenerated;
import dev.hoop.controlplane.generated.JtesignedinGenerated;
import dev.hoop.controlplane.generated.JtesigninGenerated;
import dev.hoop.controlplane.internal.store.Users.Account;
import gg.jte.html.HtmlTemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.util.List;
import java.util.function.Consumer;

/**
 * The pages as text. Templates were compiled with the module, so a page that names what is not there does not build; what
 * goes into them is escaped for its place in the page.
 */
final class Templates {

    private Templates() {}

    static String queue(Shell shell, QueueView view) {
        return text(out -> JtequeueGenerated.render(out, null, shell, view));
    }

    static String review(Shell shell, ReviewView view, String problem) {
        return text(out -> JtereviewGenerated.render(out, null, shell, view, problem));
    }

    static String history(Shell shell, HistoryView view) {
        return text(out -> JtehistoryGenerated.render(out, null, shell, view));
    }

    static String sidecars(Shell shell, List<SidecarView> views) {
        return text(out -> JtesidecarsGenerated.render(out, null, shell, views));
    }

    static String rules(Shell shell, List<RuleView> views, RuleView.Fields fresh) {
        return text(out -> JterulesGenerated.render(out, null, shell, views, fresh));
    }

    static String people(Shell shell, List<Account> accounts, List<Capability> capabilities) {
        return text(out -> JtepeopleGenerated.render(out, null, shell, accounts, capabilities));
    }

    /**
     * @param may whether this person may freeze and unfreeze
     * @param name whom to freeze, where somebody came from a review
     */
    static String freezes(Shell shell, List<FreezeView> views, boolean may, String name) {
        return text(out -> JtefreezesGenerated.render(out, null, shell, views, may, name));
    }

    static String log(Shell shell, LogView view) {
        return text(out -> JtelogGenerated.render(out, null, shell, view));
    }

    static String account(Shell shell, AccountView view) {
        return text(out -> JteaccountGenerated.render(out, null, shell, view));
    }

    /**
     * A secret, which is shown this once.
     *
     * @param back where to go on
     */
    static String secret(Shell shell, String title, String secret, String note, String back) {
        return text(out -> JtesecretGenerated.render(out, null, shell, title, secret, note, back));
    }

    /**
     * @param to where to go when it worked
     * @param byProvider whether there is an identity provider to sign in through
     */
    static String signIn(Shell shell, String problem, String to, boolean byProvider) {
        return text(out -> JtesigninGenerated.render(out, null, shell, problem, to, byProvider));
    }

    static String signedIn(Shell shell, String to) {
        return text(out -> JtesignedinGenerated.render(out, null, shell, to));
    }

    static String confirm(Shell shell, String link) {
        return text(out -> JteconfirmGenerated.render(out, null, shell, link));
    }

    static String message(Shell shell, String title, String message) {
        return text(out -> JtemessageGenerated.render(out, null, shell, title, message));
    }

    private static String text(Consumer<HtmlTemplateOutput> template) {
        StringOutput text = new StringOutput();
        template.accept(new OwaspHtmlTemplateOutput(text));
        return text.toString();
    }
}
