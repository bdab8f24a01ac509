package dev.hoop.controlplane.internal.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;

/**
 * A statement that sidecars and people have run all the time: read once, run on a handle's connection by plain JDBC. What
 * JDBI does around each statement costs as much as the statement. Everything else goes by JDBI. Immutable.
 */
final class Prepared {

    /** A name with a colon before it; a text in quotes, and a cast, have none. */
    private static final Pattern PARAMETER = Pattern.compile("'[^']*'|::|:([a-z][a-z0-9_]*)");

    private final String sql;
    private final List<String> names;

    private Prepared(String sql, List<String> names) {
        this.sql = sql;
        this.names = List.copyOf(names);
    }

    /** Reads what a row has. */
    @FunctionalInterface
    interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** The database said no. As JDBI's own, without the statement's values. */
    private static final class Failure extends JdbiException {

        private static final long serialVersionUID = 1;

        Failure(SQLException cause) {
            super("a statement failed", cause);
        }
    }

    /** @param text SQL with parameters as {@code :name} */
    static Prepared of(String text) {
        List<String> names = new ArrayList<>();
        Matcher matcher = PARAMETER.matcher(text);
        StringBuilder sql = new StringBuilder();
        while (matcher.find()) {
            String name = matcher.group(1);
            if (name != null) {
                names.add(name);
            }
            matcher.appendReplacement(sql, name == null ? Matcher.quoteReplacement(matcher.group()) : "?");
        }
        return new Prepared(matcher.appendTail(sql).toString(), names);
    }

    /**
     * Runs it.
     *
     * @param values each parameter's name and its value: a text, a number, bytes, or an {@link Optional} of one
     * @return the rows that it gives
     */
    <T> List<T> rows(Handle handle, Reader<T> reader, Object... values) {
        try (PreparedStatement statement = handle.getConnection().prepareStatement(sql)) {
            bind(statement, values);
            List<T> rows = new ArrayList<>();
            try (ResultSet results = statement.executeQuery()) {
                while (results.next()) {
                    rows.add(reader.read(results));
                }
            }
            return rows;
        } catch (SQLException e) {
            throw new Failure(e);
        }
    }

    /** As {@link #rows}, of which only the first counts. */
    <T> Optional<T> first(Handle handle, Reader<T> reader, Object... values) {
        return rows(handle, reader, values).stream().findFirst();
    }

    /** Runs one that gives no rows; how many it changed. */
    int run(Handle handle, Object... values) {
        try (PreparedStatement statement = handle.getConnection().prepareStatement(sql)) {
            bind(statement, values);
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw new Failure(e);
        }
    }

    private void bind(PreparedStatement statement, Object[] values) throws SQLException {
        for (int i = 0; i < names.size(); i++) {
            set(statement, i + 1, value(names.get(i), values));
        }
    }

    private static Object value(String name, Object[] values) {
        for (int i = 0; i < values.length; i += 2) {
            if (name.equals(values[i])) {
                return values[i + 1];
            }
        }
        throw new IllegalArgumentException("the parameter " + name + " has no value");
    }

    private static void set(PreparedStatement statement, int index, Object value) throws SQLException {
        if (value instanceof Optional<?> optional) {
            if (optional.isEmpty()) {
                statement.setNull(index, Types.NULL);
            } else {
                set(statement, index, optional.get());
            }
        } else if (value instanceof String text) {
            statement.setString(index, text);
        } else if (value instanceof Long number) {
            statement.setLong(index, number);
        } else if (value instanceof Integer number) {
            statement.setInt(index, number);
        } else if (value instanceof byte[] bytes) {
            statement.setBytes(index, bytes);
        } else {
            throw new IllegalArgumentException(
                    "a parameter is a " + value.getClass().getName());
        }
    }
}
