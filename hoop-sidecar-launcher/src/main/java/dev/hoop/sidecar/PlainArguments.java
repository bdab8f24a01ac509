package dev.hoop.sidecar;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The plainest shape of a command line, {@code COMMAND --name value ...}, read without the library that reads all others:
 * loading that takes longer than everything else that a sidecar does before it serves.
 *
 * @param values the value of each option, by its name
 */
record PlainArguments(Map<String, String> values) {

    /**
     * Reads a command line.
     *
     * @param from the index of the first option
     * @param names the options that may be there, each at most once, each with a value
     * @return empty for anything else, which is for the library to read or to explain
     */
    static Optional<PlainArguments> read(String[] args, int from, Set<String> names) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = from; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            String name = equals < 0 ? args[i] : args[i].substring(0, equals);
            if (!names.contains(name) || values.containsKey(name)) {
                return Optional.empty();
            }
            if (equals < 0 && ++i == args.length) {
                return Optional.empty();
            }
            String value = equals < 0 ? args[i] : args[i].substring(equals + 1);
            if (value.isEmpty() || value.startsWith("-") || value.startsWith("\"")) {
                return Optional.empty();
            }
            values.put(name, value);
        }
        return Optional.of(new PlainArguments(values));
    }

    Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name));
    }
}
