package dev.hoop.controlplane.internal.store;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * A URL of PostgreSQL's JDBC driver. Its parameters are the driver's, and are checked, since the driver itself passes over
 * what it does not know: a misspelled {@code sslmode} would be no TLS.
 */
public final class PostgresUrl {

    /** How such a URL begins. */
    public static final String SCHEME = "jdbc:postgresql:";

    private static final String PASSWORD_FILE = "password_file=";
    private static final Set<String> KNOWN =
            Arrays.stream(PGProperty.values()).map(PGProperty::getName).collect(Collectors.toUnmodifiableSet());

    private PostgresUrl() {}

    /**
     * What the driver reads in it.
     *
     * @throws IllegalArgumentException with what to write instead; never with a secret in it
     */
    public static Properties parse(String url) {
        Properties read = Driver.parseURL(url, new Properties());
        if (read == null) {
            throw new IllegalArgumentException(
                    "the database is not a URL that PostgreSQL's driver reads; write one like"
                            + " jdbc:postgresql://HOST:5432/DATABASE?user=NAME&password_file=FILE");
        }
        for (String name : new TreeSet<>(names(url))) {
            if (name.equals(PGProperty.PASSWORD.getName()) || name.equals(PGProperty.SSL_PASSWORD.getName())) {
                throw new IllegalArgumentException("the database's URL has a secret in it, in `" + name
                        + "`; write password_file=FILE instead, and the password into that file");
            }
            if (!KNOWN.contains(name)) {
                throw new IllegalArgumentException("`" + name
                        + "` is no parameter of PostgreSQL's JDBC driver; write it as the driver's documentation does");
            }
        }
        return read;
    }

    private static List<String> names(String url) {
        return parameters(url).stream()
                .map(parameter -> parameter.replaceFirst("=.*", ""))
                .toList();
    }

    private static List<String> parameters(String url) {
        int query = url.indexOf('?');
        return query < 0 ? List.of() : List.of(url.substring(query + 1).split("&"));
    }

    /** The file with the password that a URL names, in a parameter of ours. */
    public static Optional<Path> passwordFile(String url) {
        return parameters(url).stream()
                .filter(parameter -> url.startsWith(SCHEME) && parameter.startsWith(PASSWORD_FILE))
                .map(parameter ->
                        Path.of(URLDecoder.decode(parameter.substring(PASSWORD_FILE.length()), StandardCharsets.UTF_8)))
                .findFirst();
    }

    /** The URL as the driver takes it. */
    public static String withoutPasswordFile(String url) {
        if (passwordFile(url).isEmpty()) {
            return url;
        }
        List<String> others = new ArrayList<>(parameters(url));
        others.removeIf(parameter -> parameter.startsWith(PASSWORD_FILE));
        String base = url.substring(0, url.indexOf('?'));
        return others.isEmpty() ? base : base + "?" + String.join("&", others);
    }

    /** How messages and logs call the database: where it is, and nothing of who asks. */
    static String name(String url) {
        Properties read = parse(url);
        return read.getProperty(PGProperty.PG_HOST.getName()) + ":" + read.getProperty(PGProperty.PG_PORT.getName())
                + "/" + read.getProperty(PGProperty.PG_DBNAME.getName());
    }
}
