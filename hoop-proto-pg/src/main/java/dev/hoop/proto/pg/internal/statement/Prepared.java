package dev.hoop.proto.pg.internal.statement;

/**
 * A prepared statement.
 *
 * @param name its name; empty for the unnamed one
 * @param sql its text
 * @param parameterTypes the OIDs of its parameters as far as they are known, 0 for those that are not; not to be changed
 */
public record Prepared(String name, SqlText sql, int[] parameterTypes) {

    private static final int[] NONE = {};

    /** One that was prepared where the sidecar could not see it: by SQL, or before it was there. */
    public static Prepared unseen(String name) {
        return new Prepared(name, SqlText.unseen("prepared statement \"" + name + "\" whose text was not seen"), NONE);
    }

    /** The same with the types that the server found. */
    public Prepared withTypes(int[] found) {
        return new Prepared(name, sql, found);
    }

    int typeOf(int parameter) {
        return parameter < parameterTypes.length ? parameterTypes[parameter] : 0;
    }
}
