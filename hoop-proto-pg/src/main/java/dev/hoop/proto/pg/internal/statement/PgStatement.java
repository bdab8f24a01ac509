package dev.hoop.proto.pg.internal.statement;

import dev.hoop.core.sql.SqlRisk;
import dev.hoop.core.sql.SqlStatement;
import dev.hoop.core.statement.Relation;
import dev.hoop.core.statement.Risk;
import dev.hoop.core.statement.Statement;
import dev.hoop.proto.pg.internal.message.Bind;
import dev.hoop.proto.pg.internal.message.FunctionCall;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One execution: a text run at once, a portal with its parameters, or a call of a function. Its payload is the text, then a
 * comment line for each parameter, and last one for the database: the same text is another statement elsewhere.
 */
public final class PgStatement implements Statement {

    /** The protocol id. */
    public static final String PROTOCOL = "postgres";

    private static final String PARAMETER_LINE = "-- ";
    private static final String DATABASE_LINE = "\n-- database ";
    private static final int[] NO_TYPES = {};

    private final SqlText sql;
    private final StatementTerms terms;
    private final Optional<Execution> execution;
    private @Nullable List<String> readings;

    /**
     * A portal that is run, or a function that is called.
     *
     * @param portal the portal's name; empty for a call
     */
    private record Execution(Optional<String> portal, BoundParameters parameters) {}

    private PgStatement(SqlText sql, StatementTerms terms, Optional<Execution> execution) {
        this.sql = sql;
        this.terms = terms;
        this.execution = execution;
    }

    /** A text that is run at once. */
    public static PgStatement ofQuery(SqlText sql, StatementTerms terms) {
        return new PgStatement(sql, terms, Optional.empty());
    }

    /**
     * A prepared statement that is run with its parameters.
     *
     * @param encoding of the parameters in text form
     */
    public static PgStatement ofPortal(
            String portal,
            Prepared prepared,
            ClientEncoding encoding,
            List<Bind.Parameter> values,
            StatementTerms terms) {
        Execution execution = new Execution(Optional.of(portal), new BoundParameters(prepared, encoding, values));
        return new PgStatement(prepared.sql(), terms, Optional.of(execution));
    }

    /**
     * A function that is called by its number.
     *
     * @param encoding of the arguments in text form
     */
    public static PgStatement ofCall(FunctionCall call, ClientEncoding encoding, StatementTerms terms) {
        Optional<KnownFunction> known = KnownFunction.of(call.function());
        String description = "call of function " + call.function()
                + known.map(function -> " " + function.name()).orElse("")
                + call.illegible()
                        .map(bytes -> ", illegible: " + BinaryValue.hex(bytes))
                        .orElse(call.binaryResult() ? ", result in binary" : ", result in text");
        SqlText text = SqlText.call(description, known.map(KnownFunction::name));
        Prepared called =
                new Prepared("", text, known.map(KnownFunction::argumentTypes).orElse(NO_TYPES));
        Execution execution = new Execution(Optional.empty(), new BoundParameters(called, encoding, call.arguments()));
        return new PgStatement(text, terms, Optional.of(execution));
    }

    /** The text and what it would do. */
    public SqlText sql() {
        return sql;
    }

    @Override
    public String protocol() {
        return PROTOCOL;
    }

    /** Whether the server refuses it for sure while the transaction has failed. */
    public boolean isRefusedOnceFailed() {
        return sql.isRefusedOnceFailed();
    }

    @Override
    public String operation() {
        return sql.classification().operation();
    }

    @Override
    public Set<String> effects() {
        return sql.classification().effects();
    }

    @Override
    public List<Relation> relations() {
        return sql.classification().relations();
    }

    @Override
    public Optional<String> database() {
        return Optional.of(terms.database());
    }

    @Override
    public List<String> readings() {
        List<String> known = readings;
        if (known == null) {
            known = sql.readings(0, sql.text().length());
            readings = known;
        }
        return known;
    }

    @Override
    public List<Statement> parts() {
        List<SqlStatement> statements = sql.classification().statements();
        return statements.size() < 2
                ? List.of()
                : statements.stream().<Statement>map(Part::new).toList();
    }

    @Override
    public byte[] payload() {
        StringBuilder out = new StringBuilder(shown());
        sql.mark().ifPresent(mark -> out.append("\n-- bytes ").append(mark));
        if (hasParameters()) {
            out.append('\n');
            execution.get().parameters().appendTo(out, PARAMETER_LINE, "\n");
        }
        SqlLiteral.append(terms.database(), out.append(DATABASE_LINE));
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private boolean hasParameters() {
        return execution.isPresent() && !execution.get().parameters().values().isEmpty();
    }

    @Override
    public String summary() {
        return shown();
    }

    private String shown() {
        return sql.shown(terms.secrets());
    }

    @Override
    public Optional<String> shape() {
        return sql.shape();
    }

    @Override
    public Risk risk() {
        return SqlRisk.of(sql.classification());
    }

    @Override
    public List<String> parameters() {
        return hasParameters() ? execution.get().parameters().lines() : List.of();
    }

    /** A text that was given a name was given it to be executed often. It belongs to one session, and so to one database. */
    @Override
    public Optional<Object> alike() {
        return execution.isPresent()
                        && !execution.get().parameters().prepared().name().isEmpty()
                ? Optional.of(sql)
                : Optional.empty();
    }

    @Override
    public void tellFacts(BiConsumer<String, String> told) {
        Optional<String> reason = sql.classification().unknownReason();
        if (reason.isPresent()) {
            told.accept("unknown", reason.get());
        }
        if (execution.isPresent()) {
            Execution run = execution.get();
            if (run.portal().isPresent()) {
                told.accept("portal", run.portal().get());
                told.accept("prepared", run.parameters().prepared().name());
            }
            if (hasParameters()) {
                StringBuilder parameters = new StringBuilder(64);
                run.parameters().appendTo(parameters, "", ", ");
                told.accept("parameters", parameters.toString());
            }
        }
    }

    /** What {@link #summary()} says. */
    @Override
    public String toString() {
        return summary();
    }

    /** One of several statements of a text, for the rules: a review shows and binds to the whole. */
    private final class Part implements Statement {

        private final SqlStatement part;

        Part(SqlStatement part) {
            this.part = part;
        }

        @Override
        public String protocol() {
            return PROTOCOL;
        }

        @Override
        public String operation() {
            return part.operation();
        }

        @Override
        public Set<String> effects() {
            return part.effects();
        }

        @Override
        public List<Relation> relations() {
            return part.relations();
        }

        @Override
        public Optional<String> database() {
            return Optional.of(terms.database());
        }

        @Override
        public List<String> readings() {
            return sql.readings(part.start(), part.end());
        }

        @Override
        public byte[] payload() {
            return PgStatement.this.payload();
        }

        @Override
        public String summary() {
            return PgStatement.this.summary();
        }
    }
}
