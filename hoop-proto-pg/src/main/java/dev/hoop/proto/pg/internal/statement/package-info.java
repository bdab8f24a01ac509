/** What a client of PostgreSQL asks for, as statements that rules, reviews and the audit trail can read. Immutable. */
@NullMarked
package dev.hoop.proto.pg.internal.statement;

import org.jspecify.annotations.NullMarked;
