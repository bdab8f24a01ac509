package dev.hoop.proto.pg.internal.statement;

import java.util.Map;

/** Types by their OID, which PostgreSQL never changes for its own: catalog/pg_type.dat. */
final class TypeNames {

    static final int BOOL = 16;
    static final int BYTEA = 17;
    static final int NAME = 19;
    static final int INT8 = 20;
    static final int INT2 = 21;
    static final int INT4 = 23;
    static final int TEXT = 25;
    static final int OID = 26;
    static final int JSON = 114;
    static final int XML = 142;
    static final int FLOAT4 = 700;
    static final int FLOAT8 = 701;
    static final int BPCHAR = 1042;
    static final int VARCHAR = 1043;
    static final int DATE = 1082;
    static final int TIME = 1083;
    static final int TIMESTAMP = 1114;
    static final int TIMESTAMPTZ = 1184;
    static final int NUMERIC = 1700;
    static final int UUID = 2950;
    static final int JSONB = 3802;

    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(BOOL, "bool"),
            Map.entry(BYTEA, "bytea"),
            Map.entry(NAME, "name"),
            Map.entry(INT8, "int8"),
            Map.entry(INT2, "int2"),
            Map.entry(INT4, "int4"),
            Map.entry(TEXT, "text"),
            Map.entry(OID, "oid"),
            Map.entry(JSON, "json"),
            Map.entry(XML, "xml"),
            Map.entry(FLOAT4, "float4"),
            Map.entry(FLOAT8, "float8"),
            Map.entry(BPCHAR, "bpchar"),
            Map.entry(VARCHAR, "varchar"),
            Map.entry(DATE, "date"),
            Map.entry(TIME, "time"),
            Map.entry(TIMESTAMP, "timestamp"),
            Map.entry(TIMESTAMPTZ, "timestamptz"),
            Map.entry(1186, "interval"),
            Map.entry(1266, "timetz"),
            Map.entry(869, "inet"),
            Map.entry(650, "cidr"),
            Map.entry(1000, "bool[]"),
            Map.entry(1005, "int2[]"),
            Map.entry(1007, "int4[]"),
            Map.entry(1016, "int8[]"),
            Map.entry(1009, "text[]"),
            Map.entry(1015, "varchar[]"),
            Map.entry(1021, "float4[]"),
            Map.entry(1022, "float8[]"),
            Map.entry(1231, "numeric[]"),
            Map.entry(2951, "uuid[]"),
            Map.entry(NUMERIC, "numeric"),
            Map.entry(UUID, "uuid"),
            Map.entry(JSONB, "jsonb"));

    private TypeNames() {}

    /** The name; the number where it is none of these; empty for 0, which says that the type is not known. */
    static String of(int oid) {
        if (oid == 0) {
            return "";
        }
        String name = NAMES.get(oid);
        return name == null ? "type " + Integer.toUnsignedString(oid) : name;
    }
}
