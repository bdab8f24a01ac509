package dev.hoop.proto.pg.internal.statement;

import java.util.Map;
import java.util.Optional;

/**
 * A function of the server's own that clients call by its number: those of large objects. libpq asks the server for their numbers
 * ({@code lo_initialize} in fe-lobj.c), but the server never changes them: catalog/pg_proc.dat.
 *
 * @param name its name, in pg_catalog
 * @param argumentTypes the OIDs of its arguments' types; not to be changed
 */
record KnownFunction(String name, int[] argumentTypes) {

    private static final Map<Long, KnownFunction> ALL = Map.ofEntries(
            function(715, "lo_create", TypeNames.OID),
            function(952, "lo_open", TypeNames.OID, TypeNames.INT4),
            function(953, "lo_close", TypeNames.INT4),
            function(954, "loread", TypeNames.INT4, TypeNames.INT4),
            function(955, "lowrite", TypeNames.INT4, TypeNames.BYTEA),
            function(956, "lo_lseek", TypeNames.INT4, TypeNames.INT4, TypeNames.INT4),
            function(957, "lo_creat", TypeNames.INT4),
            function(958, "lo_tell", TypeNames.INT4),
            function(964, "lo_unlink", TypeNames.OID),
            function(1004, "lo_truncate", TypeNames.INT4, TypeNames.INT4),
            function(3170, "lo_lseek64", TypeNames.INT4, TypeNames.INT8, TypeNames.INT4),
            function(3171, "lo_tell64", TypeNames.INT4),
            function(3172, "lo_truncate64", TypeNames.INT4, TypeNames.INT8));

    private static Map.Entry<Long, KnownFunction> function(long oid, String name, int... argumentTypes) {
        return Map.entry(oid, new KnownFunction(name, argumentTypes));
    }

    /** The function of that number, if it is one of these. */
    static Optional<KnownFunction> of(long oid) {
        return Optional.ofNullable(ALL.get(oid));
    }

    /** All of them, by their OIDs. */
    static Map<Long, KnownFunction> all() {
        return ALL;
    }
}
