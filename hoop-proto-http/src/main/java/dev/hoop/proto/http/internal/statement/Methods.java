package dev.hoop.proto.http.internal.statement;

import dev.hoop.core.statement.Statement;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.RequestHead;
import dev.hoop.proto.http.internal.target.RequestTarget;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The methods that a request may stand for. Frameworks let a POST name another method, in a field or in the parameter
 * {@code _method}; whether this upstream does is not known here, so such a request has no known operation and every method
 * that it names as an effect: rules for each of them fire, and so do rules for {@code unknown}.
 *
 * @param operation the method in upper case, or {@link Statement#UNKNOWN}
 * @param effects every method that was named, in upper case, the request's own first
 * @param overrides the lines that name other methods, canonically written
 */
record Methods(String operation, Set<String> effects, List<String> overrides) {

    private static final List<String> OVERRIDE_FIELDS =
            List.of("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override");

    private static final String OVERRIDE_PARAMETER = "_method=";

    static Methods of(RequestHead head) {
        String method = head.method().toUpperCase(Locale.ROOT);
        List<String> lines = overrideLines(head.fields());
        List<String> inQuery = overrideParameters(head.target());
        if (lines.isEmpty() && inQuery.isEmpty()) {
            return new Methods(method, Set.of(method), List.of());
        }
        Set<String> effects = new LinkedHashSet<>();
        effects.add(method);
        for (String line : lines) {
            for (String named : line.substring(line.indexOf(':') + 1).split(",", -1)) {
                addMethod(named, effects);
            }
        }
        inQuery.forEach(named -> addMethod(named, effects));
        String operation = effects.size() == 1 ? method : Statement.UNKNOWN;
        return new Methods(operation, effects, lines);
    }

    private static void addMethod(String text, Set<String> effects) {
        String method = text.strip().toUpperCase(Locale.ROOT);
        if (!method.isEmpty()) {
            effects.add(method);
        }
    }

    private static List<String> overrideLines(Fields fields) {
        List<String> lines = List.of();
        for (String name : OVERRIDE_FIELDS) {
            for (int i = fields.indexOf(name, 0); i >= 0; i = fields.indexOf(name, i + 1)) {
                if (lines.isEmpty()) {
                    lines = new ArrayList<>(1);
                }
                lines.add(name + ": " + fields.value(i));
            }
        }
        return lines;
    }

    private static List<String> overrideParameters(RequestTarget target) {
        if (!target.hasQuery()) {
            return List.of();
        }
        List<String> named = new ArrayList<>(0);
        for (String pair : target.query().orElse("").split("[&;]", -1)) {
            String decoded = Texts.formDecoded(pair);
            if (decoded.toLowerCase(Locale.ROOT).startsWith(OVERRIDE_PARAMETER)) {
                named.add(decoded.substring(OVERRIDE_PARAMETER.length()));
            }
        }
        return named;
    }
}
