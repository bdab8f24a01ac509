/** An HTTP request and its answer in the terms that rules, reviews and the audit trail share. */
@NullMarked
package dev.hoop.proto.http.internal.statement;

import org.jspecify.annotations.NullMarked;
