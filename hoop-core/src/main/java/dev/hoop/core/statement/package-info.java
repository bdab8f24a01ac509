/** What a client asks an upstream to run, in terms that rules, reviews and the audit trail share. */
@NullMarked
package dev.hoop.core.statement;

import org.jspecify.annotations.NullMarked;
