package dev.hoop.controlplane;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A table as it lies in the database, without the product's own reading of it.
 *
 * @param columns what they are called
 * @param rows what they hold by column, in the order of their numbers where they have one; bytes as hexadecimal, nothing as nothing
 */
record TableRows(List<String> columns, List<Map<String, String>> rows) {

    /** Every table of the product by its name. No plane may run on the database. */
    static Map<String, TableRows> of(StorageSettings storage) throws SQLException {
        Map<String, TableRows> all = new TreeMap<>();
        try (Connection connection = DriverManager.getConnection(storage.url());
                ResultSet table =
                        connection.getMetaData().getTables(null, connection.getSchema(), "%", new String[] {"TABLE"})) {
            while (table.next()) {
                String name = table.getString("TABLE_NAME");
                if (!name.startsWith("flyway_") && !name.startsWith("sqlite_")) {
                    all.put(name, read(connection, name));
                }
            }
        }
        return all;
    }

    private static TableRows read(Connection connection, String table) throws SQLException {
        List<String> columns = new ArrayList<>();
        try (ResultSet column = connection.getMetaData().getColumns(null, connection.getSchema(), table, "%")) {
            while (column.next()) {
                columns.add(column.getString("COLUMN_NAME"));
            }
        }
        List<Map<String, String>> rows = new ArrayList<>();
        String order = columns.contains("seq") ? " ORDER BY seq" : "";
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT * FROM " + table + order)) {
            while (row.next()) {
                Map<String, String> values = new LinkedHashMap<>();
                for (String column : columns) {
                    Object value = row.getObject(column);
                    if (value != null) {
                        values.put(
                                column,
                                value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value.toString());
                    }
                }
                rows.add(values);
            }
        }
        return new TableRows(columns, rows);
    }

    /** What the rows hold in these columns. */
    List<Map<String, String>> in(List<String> some) {
        return rows.stream()
                .map(row -> {
                    Map<String, String> values = new LinkedHashMap<>(row);
                    values.keySet().retainAll(some);
                    return values;
                })
                .toList();
    }
}
