package dev.hoop.review;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a reviewer is told besides the payload. It explains a review and binds to nothing: an approval is of the payload
 * alone. Free of secrets, as the payload is. Texts beyond their bounds are cut and end in {@code …}; what no database keeps
 * (U+0000, half a surrogate pair) is replaced by U+FFFD.
 *
 * @param protocol the protocol's word in the configuration, such as {@code postgres}
 * @param guardrail the rule or evaluator that asked for a person
 * @param why what that rule says about it, in its author's words
 * @param riskLevel how much is at stake: {@code low}, {@code medium} or {@code high}, told from what the statement does
 * @param riskWhy the same in words
 * @param operation the worst effect, in the protocol's own word
 * @param database where it runs, where the protocol has databases
 * @param shape the statement without its values: equal for statements that differ in nothing else. Empty where that cannot
 *     be told, never cut: what is too long has none
 * @param parameters values that the protocol carries apart from the text, in order, one readable line each
 */
public record ReviewContext(
        Optional<String> protocol,
        Optional<String> guardrail,
        Optional<String> why,
        Optional<String> riskLevel,
        Optional<String> riskWhy,
        Optional<String> operation,
        Optional<String> database,
        Optional<String> shape,
        List<String> parameters) {

    /** The longest name, in characters. */
    public static final int MAX_NAME = 200;

    /** The longest reason, in characters. */
    public static final int MAX_WHY = 1_000;

    /** The longest shape, in characters. */
    public static final int MAX_SHAPE = 4_000;

    /** How many parameters are kept; the last line says how many more there are. */
    public static final int MAX_PARAMETERS = 100;

    /** The longest line of a parameter, in characters. */
    public static final int MAX_PARAMETER = 200;

    /** Nothing is known. */
    public static final ReviewContext NONE = new ReviewContext(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());

    public ReviewContext {
        protocol = bounded(protocol, MAX_NAME);
        guardrail = bounded(guardrail, MAX_NAME);
        why = bounded(why, MAX_WHY);
        riskLevel = bounded(riskLevel, MAX_NAME);
        riskWhy = bounded(riskWhy, MAX_WHY);
        operation = bounded(operation, MAX_NAME);
        database = bounded(database, MAX_NAME);
        shape = shape.filter(text -> text.length() <= MAX_SHAPE).flatMap(text -> bounded(Optional.of(text), MAX_SHAPE));
        parameters = bounded(parameters);
    }

    /** The texts that are known, by their keys on the wire, in order; without the parameters. */
    public Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        protocol.ifPresent(word -> texts.put("protocol", word));
        guardrail.ifPresent(name -> texts.put("guardrail", name));
        why.ifPresent(text -> texts.put("why", text));
        riskLevel.ifPresent(word -> texts.put("risk_level", word));
        riskWhy.ifPresent(text -> texts.put("risk_why", text));
        operation.ifPresent(word -> texts.put("operation", word));
        database.ifPresent(name -> texts.put("database", name));
        shape.ifPresent(text -> texts.put("shape", text));
        return Collections.unmodifiableMap(texts);
    }

    private static Optional<String> bounded(Optional<String> text, int most) {
        return text.map(given -> bounded(given, most)).filter(given -> !given.isEmpty());
    }

    private static List<String> bounded(List<String> lines) {
        List<String> kept = new ArrayList<>();
        int most = lines.size() > MAX_PARAMETERS ? MAX_PARAMETERS - 1 : lines.size();
        for (String line : lines.subList(0, most)) {
            kept.add(bounded(line, MAX_PARAMETER));
        }
        if (most < lines.size()) {
            kept.add("… " + (lines.size() - most) + " more");
        }
        return List.copyOf(kept);
    }

    private static String bounded(String text, int most) {
        StringBuilder kept = new StringBuilder(Math.min(text.length(), most));
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            boolean last = i == text.length();
            if (kept.length() + Character.charCount(c) > (last ? most : most - 1)) {
                return kept.append('…').toString();
            }
            boolean storable = c != 0 && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE);
            kept.appendCodePoint(storable ? c : 0xFFFD);
        }
        return kept.toString();
    }
}
