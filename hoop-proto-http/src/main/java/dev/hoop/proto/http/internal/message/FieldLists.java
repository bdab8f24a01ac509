package dev.hoop.proto.http.internal.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads comma-separated list fields (RFC 9110 section 5.6.1). */
public final class FieldLists {

    private FieldLists() {}

    /** The elements of all fields of that name in lower case, without the empty ones. */
    public static List<String> lowerCase(Fields fields, String name) {
        List<String> elements = List.of();
        for (int i = fields.indexOf(name, 0); i >= 0; i = fields.indexOf(name, i + 1)) {
            for (String element : fields.value(i).split(",", -1)) {
                String trimmed = element.strip().toLowerCase(Locale.ROOT);
                if (!trimmed.isEmpty()) {
                    if (elements.isEmpty()) {
                        elements = new ArrayList<>(2);
                    }
                    elements.add(trimmed);
                }
            }
        }
        return elements;
    }
}
