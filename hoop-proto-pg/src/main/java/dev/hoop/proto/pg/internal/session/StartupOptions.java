package dev.hoop.proto.pg.internal.session;

import dev.hoop.proto.pg.internal.message.StartupPacket.StartupMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The settings that a client gives when it connects, within {@code options} or as parameters of their own. Immutable.
 *
 * @param settings those within {@code options}, by name; the last of each
 * @param given the parameters of the StartupMessage
 * @param plain whether {@code options} has nothing but settings, so that the server surely takes them as they are here
 */
record StartupOptions(Map<String, String> settings, Map<String, String> given, boolean plain) {

    static StartupOptions of(StartupMessage startup) {
        Map<String, String> settings = new LinkedHashMap<>();
        boolean plain = true;
        List<String> words = words(startup.parameters().getOrDefault("options", ""));
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            String setting = "";
            if (word.equals("-c") && i + 1 < words.size()) {
                i++;
                setting = words.get(i);
            } else if (word.startsWith("-c") || word.startsWith("--")) {
                setting = word.substring(2);
            }
            int equals = setting.indexOf('=');
            if (equals > 0) {
                settings.put(name(setting.substring(0, equals)), setting.substring(equals + 1));
            } else {
                plain = false;
            }
        }
        return new StartupOptions(settings, startup.parameters(), plain);
    }

    /** As pg_split_opts in utils/init/postinit.c: blanks divide, and a backslash keeps the character behind it. */
    private static List<String> words(String options) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        for (int i = 0; i < options.length(); i++) {
            char c = options.charAt(i);
            if (c == ' ' || (c <= '\r' && c >= '\t')) {
                if (inWord) {
                    words.add(word.toString());
                    word.setLength(0);
                }
                inWord = false;
                continue;
            }
            inWord = true;
            if (c != '\\') {
                word.append(c);
            } else if (i + 1 < options.length()) {
                i++;
                word.append(options.charAt(i));
            }
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }

    /** The server takes a dash in an option for an underscore, and names of settings in any case: ParseLongOption in misc/guc.c. */
    static String name(String setting) {
        return setting.replace('-', '_').toLowerCase(Locale.ROOT);
    }

    /**
     * Whether the session has a value of its own of a setting: what a client gives comes before the server's configuration
     * file, also when that is read anew.
     */
    boolean pins(String setting) {
        return (plain && settings.containsKey(setting))
                || given.keySet().stream().anyMatch(name -> name.equalsIgnoreCase(setting));
    }
}
