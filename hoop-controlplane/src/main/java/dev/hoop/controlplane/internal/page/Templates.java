package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.generated.JteconfirmGenerated;
import dev.hoop.controlplane.generated.JtehistoryGenerated;
import dev.hoop.controlplane.generated.JtemessageGenerated;
import dev.hoop.controlplane.generated.JtequeueGenerated;
import dev.hoop.controlplane.generated.JtereviewGenerated;
import dev.hoop.controlplane.generated.JtesignedinGenerated;
import dev.hoop.controlplane.generated.JtesigninGenerated;
import gg.jte.html.HtmlTemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
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

    /**
     * @param to where to go when it worked
     * @param byProvider whether there is an identity provider to sign in through
     */
    static String signIn(String problem, String to, boolean byProvider) {
        return text(out -> JtesigninGenerated.render(out, null, problem, to, byProvider));
    }

    static String signedIn(String to) {
        return text(out -> JtesignedinGenerated.render(out, null, to));
    }

    static String confirm(String link) {
        return text(out -> JteconfirmGenerated.render(out, null, link));
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
