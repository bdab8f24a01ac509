package dev.hoop.proto.pg.internal.session;

import dev.hoop.core.spi.Downstream;
import dev.hoop.core.statement.Origin;
import dev.hoop.proto.pg.PgConfig;
import dev.hoop.proto.pg.internal.message.StartupPacket.StartupMessage;
import dev.hoop.review.Requester;
import dev.hoop.review.ReviewMode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Who connects, by the StartupMessage. */
final class Identity {

    /** The setting that carries the client's choice of mode; the server reports each change of it. */
    static final String APPLICATION_NAME = "application_name";

    /** So many bytes of it a server keeps: NAMEDATALEN in pg_config_manual.h, less one. */
    private static final int KEPT_BYTES = 63;

    /** How the requester's name was learned: the server has authenticated it before the first statement. */
    private static final String METHOD = "startup_user";

    /** In {@code application_name}: alone, or at its end behind a blank or semicolon. */
    private static final Pattern MODE = Pattern.compile("(?:^|.*[ ;])hoop-review=([a-z]+)", Pattern.DOTALL);

    private Identity() {}

    static Origin origin(Downstream downstream, StartupMessage startup, PgConfig config) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("user", startup.user());
        attributes.put("database", startup.database());
        String application = startup.parameters().getOrDefault(APPLICATION_NAME, "");
        if (!application.isEmpty()) {
            attributes.put(APPLICATION_NAME, application);
        }
        // What a client says of itself in a setting is never what it logs in as.
        metadata(startup, config).forEach(attributes::putIfAbsent);
        return new Origin(
                downstream.sessionId(),
                Requester.named(startup.user(), downstream.peerAddress(), METHOD),
                mode(application),
                Collections.unmodifiableMap(attributes));
    }

    /** The same client under another name of its application: some drivers set it only once they are in. */
    static Origin renamed(Origin origin, String application) {
        Map<String, String> attributes = new LinkedHashMap<>(origin.attributes());
        String known = attributes.getOrDefault(APPLICATION_NAME, "");
        // What the server cut off was said all the same.
        Optional<ReviewMode> mode =
                known.length() > KEPT_BYTES && known.startsWith(application) && !application.isEmpty()
                        ? origin.reviewMode()
                        : mode(application);
        if (application.isEmpty()) {
            attributes.remove(APPLICATION_NAME);
        } else {
            attributes.put(APPLICATION_NAME, application);
        }
        return new Origin(origin.sessionId(), origin.requester(), mode, Collections.unmodifiableMap(attributes));
    }

    private static Optional<ReviewMode> mode(String application) {
        Matcher matcher = MODE.matcher(application);
        return matcher.matches() ? ReviewMode.parse(matcher.group(1)) : Optional.empty();
    }

    private static Map<String, String> metadata(StartupMessage startup, PgConfig config) {
        Map<String, String> options = StartupOptions.of(startup).settings();
        if (config.startupMetadata().isEmpty()) {
            return options;
        }
        Map<String, String> chosen = new LinkedHashMap<>();
        for (String name : config.startupMetadata().get()) {
            String value = startup.parameters().getOrDefault(name, options.getOrDefault(StartupOptions.name(name), ""));
            if (!value.isEmpty()) {
                chosen.put(name, value);
            }
        }
        return chosen;
    }
}
