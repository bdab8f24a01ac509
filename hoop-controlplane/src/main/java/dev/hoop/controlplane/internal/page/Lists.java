package dev.hoop.controlplane.internal.page;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Names in a field, with commas between them. */
final class Lists {

    private Lists() {}

    static List<String> of(Optional<String> text) {
        return Arrays.stream(text.orElse("").split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }
}
