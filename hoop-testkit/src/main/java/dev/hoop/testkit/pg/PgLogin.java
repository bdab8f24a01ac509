package dev.hoop.testkit.pg;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a client says of itself when it connects.
 *
 * @param version of the protocol
 * @param user the role
 * @param database the database
 * @param password for whatever method the server asks for
 * @param binding what it says about channel binding, where the method is SCRAM over TLS
 * @param options further parameters, {@code application_name} or {@code _pq_.anything}
 */
public record PgLogin(
        int version,
        String user,
        String database,
        Optional<String> password,
        Binding binding,
        Map<String, String> options) {

    /** What a client can say about channel binding, RFC 5802 section 6. */
    public enum Binding {
        /** It does not know it ({@code n}). */
        UNKNOWN,
        /** It knows it, and was not offered it ({@code y}); libpq over TLS says so. */
        NOT_OFFERED,
        /** It takes {@code SCRAM-SHA-256-PLUS}. */
        TAKEN
    }

    /** Protocol 3.0, without a password. */
    public static PgLogin as(String user, String database) {
        return new PgLogin(PgFrontend.VERSION_3_0, user, database, Optional.empty(), Binding.UNKNOWN, Map.of());
    }

    public PgLogin withPassword(String secret) {
        return new PgLogin(version, user, database, Optional.of(secret), binding, options);
    }

    public PgLogin withVersion(int other) {
        return new PgLogin(other, user, database, password, binding, options);
    }

    public PgLogin withBinding(Binding other) {
        return new PgLogin(version, user, database, password, other, options);
    }

    public PgLogin withOption(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(options);
        more.put(name, value);
        return new PgLogin(version, user, database, password, binding, more);
    }

    /** The StartupMessage. */
    public byte[] startup() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("user", user);
        parameters.put("database", database);
        parameters.putAll(options);
        return PgFrontend.startup(version, parameters);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return user + "@" + database + " " + (version >> 16) + "." + (version & 0xffff) + " " + options;
    }
}
