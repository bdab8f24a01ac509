package dev.hoop.core.sql;

/** A dialect of SQL, as a server reads it. */
public enum SqlDialect {
    /** PostgreSQL, 13 to 18. */
    POSTGRES,
    /** MySQL 5.7 and 8, and MariaDB. */
    MYSQL,
    /** Transact-SQL. */
    MSSQL
}
