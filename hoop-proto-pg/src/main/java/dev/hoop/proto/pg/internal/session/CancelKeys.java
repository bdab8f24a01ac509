package dev.hoop.proto.pg.internal.session;

import dev.hoop.proto.pg.internal.message.CancelKey;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The sessions of a listener by the key that cancels their statements. Safe for use by many threads. */
final class CancelKeys {

    private final Map<CancelKey, PgSession> sessions = new ConcurrentHashMap<>();

    void add(CancelKey key, PgSession session) {
        sessions.put(key, session);
    }

    void remove(CancelKey key, PgSession session) {
        sessions.remove(key, session);
    }

    Optional<PgSession> find(CancelKey key) {
        return Optional.ofNullable(sessions.get(key));
    }
}
