package dev.hoop.sidecar.reviews;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.sidecar.Failure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.time.Clock;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hoop reviews watch}: tells of reviews as they are filed and decided; at a terminal, they are decided with keys. */
@Command(
        name = "watch",
        description = "Follows reviews; at a terminal, shows what waits and decides with keys.",
        mixinStandardHelpOptions = true)
final class WatchCommand implements Callable<Integer> {

    /** The script sets it, since Java 17 and later tell terminals apart differently. */
    private static final String TERMINAL_PROPERTY = "hoop.terminal";

    @Mixin
    private PlaneOptions plane = new PlaneOptions();

    @Option(names = "--no-ask", description = "Only tells, even at a terminal.")
    private boolean noAsk;

    private final PrintStream out = System.out;
    private final ReviewLines lines = new ReviewLines(Clock.systemUTC());

    @Override
    public Integer call() {
        PeopleApi api = plane.connect();
        if (noAsk || plane.json() || !Boolean.getBoolean(TERMINAL_PROPERTY)) {
            new StreamFollower(api, this::tell, System.err::println).run();
            return 0;
        }
        Optional<WatchTerminal> terminal = WatchTerminal.open(api, lines);
        return terminal.isPresent() ? watch(api, terminal.get()) : askInLines(api);
    }

    private void tell(String event, JsonNode review) {
        out.println(
                plane.json()
                        ? "{\"event\":\"" + event + "\",\"" + (ReviewLines.isOfFreeze(event) ? "freeze" : "review")
                                + "\":" + ReviewLines.jsonLine(review) + "}"
                        : lines.event(event, review));
        out.flush();
    }

    private static int watch(PeopleApi api, WatchTerminal terminal) {
        follow(new StreamFollower(api, terminal::tell, terminal::say, terminal::caughtUp), terminal::fail);
        terminal.run();
        return 0;
    }

    /** Where single keys cannot be read. */
    private int askInLines(PeopleApi api) {
        WaitingReviews waiting = new WaitingReviews();
        StreamFollower follower = new StreamFollower(
                api,
                (event, review) -> {
                    if (!ReviewLines.isOfFreeze(event)) {
                        waiting.update(review);
                    }
                    if (!event.equals("filed")) {
                        tell(event, review);
                    }
                },
                System.err::println);
        follow(follower, waiting::fail);
        return ask(api, waiting);
    }

    private static void follow(StreamFollower follower, Consumer<Failure> failed) {
        Thread following = new Thread(
                () -> {
                    try {
                        follower.run();
                    } catch (Failure e) {
                        failed.accept(e);
                    }
                },
                "hoop-review-stream");
        following.setDaemon(true);
        following.start();
    }

    private int ask(PeopleApi api, WaitingReviews waiting) {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
        while (true) {
            String id = waiting.next();
            JsonNode review = api.show(id);
            if (!ReviewLines.field(review, "status").equals("PENDING")) {
                continue;
            }
            out.println();
            lines.page(review).forEach(out::println);
            Optional<String> answer = prompt(in, "[a]pprove, [r]eject, [s]kip, [q]uit? ");
            if (answer.isEmpty() || answer.get().startsWith("q")) {
                return 0;
            }
            decide(api, id, answer.get(), in);
        }
    }

    private void decide(PeopleApi api, String id, String answer, BufferedReader in) {
        try {
            if (answer.startsWith("a")) {
                said(api.decide(id, "APPROVED", Optional.empty()));
            } else if (answer.startsWith("r")) {
                Optional<String> reason = prompt(in, "Why (the agent is told; empty for no reason)? ");
                said(api.decide(id, "REJECTED", reason.filter(text -> !text.isEmpty())));
            } else {
                out.println("left as it is");
            }
        } catch (Failure refused) {
            // Somebody else was faster, or it expired: the next review may still be decided.
            out.println(ReviewLines.printable(String.valueOf(refused.getMessage())));
        }
    }

    private void said(JsonNode review) {
        out.println(ReviewLines.field(review, "id") + " is "
                + ReviewLines.field(review, "status").toLowerCase(Locale.ROOT));
    }

    private Optional<String> prompt(BufferedReader in, String question) {
        out.print(question);
        out.flush();
        try {
            return Optional.ofNullable(in.readLine()).map(String::strip);
        } catch (IOException e) {
            throw new Failure("cannot read from the terminal", e);
        }
    }
}
