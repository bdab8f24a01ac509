package dev.hoop.core.audit;

import dev.hoop.core.statement.Statement;
import java.util.function.BiConsumer;

/** Writes a statement's facts as one object, where it has any. Confined to one thread, for one statement at a time. */
final class FactsWriter implements BiConsumer<String, String> {

    private JsonBuffer out = new JsonBuffer(0);
    private char before = '{';

    void write(Statement statement, JsonBuffer to) {
        out = to;
        before = '{';
        statement.tellFacts(this);
        if (before == ',') {
            out.raw('}');
        }
    }

    @Override
    public void accept(String name, String value) {
        if (before == '{') {
            out.raw(EventWriter.FACTS);
        }
        EventWriter.entry(before, name, value, out);
        before = ',';
    }
}
