package dev.hoop.testkit.pg;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A client's side of a conversation, which can be held with any server: what to send, and how far to read before the next
 * is sent. Immutable; each method returns a longer script.
 *
 * @param name for failures
 * @param setup statements that are run before it, straight at the server, in an empty database
 * @param steps what the client does, after it has logged in
 */
public record PgScript(String name, List<String> setup, List<Step> steps) {

    /** One thing that the client does. */
    public sealed interface Step {

        /** Sends bytes in one write. Not to be changed. */
        @SuppressWarnings("ArrayRecordComponent") // compared by nobody
        record Send(byte[] bytes) implements Step {}

        /** Reads through the next message with this tag, ReadyForQuery for example. */
        record ReadThrough(char tag) implements Step {}

        /** Reads to the end of the connection. */
        record ReadToEnd() implements Step {}
    }

    private static final char READY = 'Z';

    /** A script without steps. */
    public static PgScript named(String name) {
        return new PgScript(name, List.of(), List.of());
    }

    /** With statements to run before it, straight at the server. */
    public PgScript setup(String... statements) {
        return new PgScript(name, joined(setup, List.of(statements)), steps);
    }

    /** Then sends messages in one write. */
    public PgScript send(byte[]... messages) {
        return then(new Step.Send(PgFrontend.together(messages)));
    }

    /** Then reads through the next ReadyForQuery. */
    public PgScript untilReady() {
        return then(new Step.ReadThrough(READY));
    }

    /** Then reads through as many messages ReadyForQuery. */
    public PgScript untilReady(int times) {
        PgScript script = this;
        for (int i = 0; i < times; i++) {
            script = script.untilReady();
        }
        return script;
    }

    /** Then reads through the next message with this tag. */
    public PgScript until(char tag) {
        return then(new Step.ReadThrough(tag));
    }

    /** Then reads to the end of the connection. */
    public PgScript untilEnd() {
        return then(new Step.ReadToEnd());
    }

    /** Then sends a simple query and reads through ReadyForQuery. */
    public PgScript query(String sql) {
        return send(PgFrontend.query(sql)).untilReady();
    }

    /** Then sends the messages of an extended query, with Sync after them, and reads through ReadyForQuery. */
    public PgScript pipeline(byte[]... messages) {
        return send(PgFrontend.together(messages), PgFrontend.sync()).untilReady();
    }

    /** The same script, with every write cut into several. */
    public PgScript cut(Function<byte[], List<byte[]>> cutter) {
        List<Step> cut = steps.stream()
                .flatMap(step -> step instanceof Step.Send send
                        ? cutter.apply(send.bytes()).stream().map(Step.Send::new)
                        : Stream.of(step))
                .toList();
        return new PgScript(name, setup, cut);
    }

    /** The same script under another name. */
    public PgScript renamed(String other) {
        return new PgScript(other, setup, steps);
    }

    /** Its name. */
    @Override
    public String toString() {
        return name;
    }

    private PgScript then(Step step) {
        return new PgScript(name, setup, joined(steps, List.of(step)));
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /**
     * Logs in and holds the conversation.
     *
     * @return what the server said after the login, as lines
     * @throws AssertionError where it says too little, with what it said
     */
    public List<String> run(InetSocketAddress address, PgLogin login) {
        try (RawPgClient client = RawPgClient.open(address, login)) {
            return run(client);
        }
    }

    /** Holds the conversation on a connection that has logged in. */
    public List<String> run(RawPgClient client) {
        List<String> said = new ArrayList<>();
        try {
            for (Step step : steps) {
                run(step, client, said);
            }
            return said;
        } catch (AssertionError e) {
            throw new AssertionError(name + ": " + e.getMessage() + "\nafter:\n" + String.join("\n", said), e);
        }
    }

    private static void run(Step step, RawPgClient client, List<String> said) {
        if (step instanceof Step.Send send) {
            client.send(send.bytes());
        } else if (step instanceof Step.ReadThrough through) {
            String line;
            do {
                line = client.next().line();
                said.add(line);
            } while (line.charAt(0) != through.tag());
        } else {
            said.addAll(RawPgClient.lines(client.readToEnd()));
        }
    }
}
