package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.message.Fields;
import java.util.Set;

/** A few field names, asked for at every field. Immutable. */
final class NameList {

    private final String[] names;

    NameList(Set<String> names) {
        this.names = names.toArray(new String[0]);
    }

    /** Whether a field has one of the names, in any case. */
    boolean has(Fields fields, int index) {
        for (String name : names) {
            if (fields.nameIs(index, name)) {
                return true;
            }
        }
        return false;
    }
}
