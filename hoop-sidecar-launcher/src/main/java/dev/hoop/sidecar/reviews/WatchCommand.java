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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hoop reviews watch}: tells of reviews as they are filed and decided, and asks for decisions at a terminal. */
@Command(
        name = "watch",
        description = "Follows reviews; at a terminal, asks for a decision about each.",
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
        boolean asks = !noAsk && !plane.json() && Boolean.getBoolean(TERMINAL_PROPERTY);
        WaitingReviews waiting = new WaitingReviews();
        StreamFollower follower = new StreamFollower(
                api,
                () -> System.err.println("Watching reviews. Ctrl-C ends this."),
                (event, review) -> tell(event, review, waiting, asks));
        if (!asks) {
            follower.run();
            return 0;
        }
        Thread following = new Thread(follower, "hoop-review-stream");
        following.setDaemon(true);
        following.start();
        return ask(api, waiting);
    }

    private void tell(String event, JsonNode review, WaitingReviews waiting, boolean asks) {
        waiting.update(review);
        if (plane.json()) {
            out.println("{\"event\":\"" + event + "\",\"review\":" + review + "}");
        } else if (!asks || !event.equals("filed")) {
            out.println(lines.event(event, review));
        }
        out.flush();
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
            out.println(refused.getMessage());
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
