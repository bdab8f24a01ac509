package dev.hoop.proto.pg.internal.statement;

/**
 * What the statements of one session have in common.
 *
 * @param database the database that the session is in
 * @param secrets shows their texts
 */
public record StatementTerms(String database, SqlSecrets secrets) {}
