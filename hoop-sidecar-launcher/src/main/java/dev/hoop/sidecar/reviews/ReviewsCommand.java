package dev.hoop.sidecar.reviews;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintStream;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hoop reviews ...}. */
@Command(
        name = "reviews",
        description = "Lists and decides reviews from this terminal.",
        mixinStandardHelpOptions = true,
        subcommands = WatchCommand.class)
public final class ReviewsCommand {

    private static final String DECIDE = "The id, as `hoop reviews list` shows it.";

    private final PrintStream out = System.out;
    private final ReviewLines lines = new ReviewLines(Clock.systemUTC());

    @Command(name = "list", description = "Shows reviews, newest first.", mixinStandardHelpOptions = true)
    int list(
            @Mixin PlaneOptions plane,
            @Option(
                            names = "--status",
                            paramLabel = "STATUS",
                            description = "pending, approved, rejected, revoked, executed or expired.")
                    Optional<String> status,
            @Option(names = "--listener", paramLabel = "NAME", description = "Only those of this listener.")
                    Optional<String> listener,
            @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "At most so many.")
                    int limit) {
        List<JsonNode> reviews = plane.connect()
                .list(new PeopleApi.Query(status.map(word -> word.toUpperCase(Locale.ROOT)), listener, limit));
        if (plane.json()) {
            out.println(ReviewLines.json(new JsonMapper().createArrayNode().addAll(reviews)));
        } else {
            lines.table(reviews).forEach(out::println);
        }
        return 0;
    }

    @Command(name = "show", description = "Shows one review with its statement.", mixinStandardHelpOptions = true)
    int show(@Mixin PlaneOptions plane, @Parameters(paramLabel = "ID", description = DECIDE) String id) {
        return print(plane, plane.connect().show(id));
    }

    @Command(name = "approve", description = "Lets the statement run, once.", mixinStandardHelpOptions = true)
    int approve(
            @Mixin PlaneOptions plane,
            @Parameters(paramLabel = "ID", description = DECIDE) String id,
            @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the record.")
                    Optional<String> reason) {
        return decided(plane, plane.connect().decide(id, "APPROVED", reason));
    }

    @Command(name = "reject", description = "Says no.", mixinStandardHelpOptions = true)
    int reject(
            @Mixin PlaneOptions plane,
            @Parameters(paramLabel = "ID", description = DECIDE) String id,
            @Option(names = "--reason", paramLabel = "TEXT", description = "Why; the agent is told.")
                    Optional<String> reason) {
        return decided(plane, plane.connect().decide(id, "REJECTED", reason));
    }

    @Command(
            name = "revoke",
            description = "Takes an approval back, unless it was used.",
            mixinStandardHelpOptions = true)
    int revoke(
            @Mixin PlaneOptions plane,
            @Parameters(paramLabel = "ID", description = DECIDE) String id,
            @Option(names = "--reason", paramLabel = "TEXT", description = "Why.") Optional<String> reason) {
        return decided(plane, plane.connect().decide(id, "REVOKED", reason));
    }

    private int print(PlaneOptions plane, JsonNode review) {
        if (plane.json()) {
            out.println(ReviewLines.json(review));
        } else {
            lines.page(review).forEach(out::println);
        }
        return 0;
    }

    private int decided(PlaneOptions plane, JsonNode review) {
        if (plane.json()) {
            out.println(ReviewLines.json(review));
        } else {
            out.println(ReviewLines.field(review, "id") + " is "
                    + ReviewLines.field(review, "status").toLowerCase(Locale.ROOT));
        }
        return 0;
    }
}
