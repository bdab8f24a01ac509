package dev.hoop.sidecar.reviews;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.sidecar.reviews.StreamFollower.CaughtUp;
import dev.hoop.sidecar.reviews.WatchScreen.Line;
import dev.hoop.sidecar.reviews.WatchScreen.Wish;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WatchScreenTest {

    private static final Wish NOTHING = new Wish.Nothing();

    private final WatchScreen screen =
            new WatchScreen(new ReviewLines(Clock.fixed(Instant.parse("2026-09-29T14:07:11Z"), ZoneOffset.UTC)));

    private static JsonNode review(String id, String status, String statement) {
        return new JsonMapper()
                .createObjectNode()
                .put("id", id)
                .put("status", status)
                .put("listener_name", "billing-api")
                .put("created_at", "2026-09-29T14:02:11Z")
                .put("summary", statement)
                .put("statement", statement);
    }

    private void file(String id, String statement) {
        screen.update("filed", review(id, "PENDING", statement));
    }

    private List<String> drawn(int width, int height) {
        return screen.draw(width, height).stream().map(Line::text).toList();
    }

    @Test
    void listsWhatWaitsTheNewestFirst() {
        assertThat(drawn(60, 6).get(0)).startsWith(" hoop: nothing waits").hasSize(60);
        file("1", "DELETE /a");
        file("2", "DELETE /b");

        assertThat(drawn(40, 6))
                .containsExactly(
                        " hoop: 2 reviews wait                   ",
                        "  DELETE /b" + " ".repeat(26) + "5m ",
                        "> DELETE /a" + " ".repeat(26) + "5m ",
                        "",
                        "",
                        "j/k move  enter show  q quit");
    }

    @Test
    void beginsAtTheNewestAndStaysWhereItWasMovedTo() {
        file("1", "DELETE /a");
        file("2", "DELETE /b");
        file("3", "DELETE /c");
        screen.caughtUp(new CaughtUp(Set.of("1", "2", "3"), false));
        assertThat(drawn(40, 6)).element(1).asString().startsWith("> DELETE /c");

        file("4", "DELETE /d");
        assertThat(drawn(40, 7)).element(2).asString().startsWith("> DELETE /c");
        screen.press('j');
        screen.caughtUp(new CaughtUp(Set.of("1", "2", "3", "4"), false));

        assertThat(drawn(40, 7)).element(3).asString().startsWith("> DELETE /b");
    }

    @Test
    void saysThatMoreWaitThanItShowsUntilItKnowsBetter() {
        file("1", "DELETE /a");
        screen.caughtUp(new CaughtUp(Set.of("1"), true));
        assertThat(drawn(120, 6))
                .contains(
                        "Watching reviews. More than 200 wait: the newest 200 are shown here, the others on the plane's page.");
        screen.update("decided", review("1", "APPROVED", "one"));
        assertThat(drawn(120, 6).get(0)).startsWith(" hoop: nothing waits here, and older ones on the page");
        screen.caughtUp(new CaughtUp(Set.of(), false));
        assertThat(drawn(120, 6).get(0).strip()).isEqualTo("hoop: nothing waits");
        assertThat(drawn(120, 6)).contains("Watching reviews.");
    }

    @Test
    void whatWasDecidedWhileThePlaneWasAwayIsGoneWhenItIsBack() {
        file("1", "DELETE /a");
        file("2", "DELETE /b");
        file("3", "DELETE /c");
        screen.show(review("2", "PENDING", "DELETE /b"));
        drawn(80, 24);

        screen.caughtUp(new CaughtUp(Set.of("1", "3"), false));

        assertThat(drawn(80, 24)).contains("It was decided while the control plane could not be heard.");
        assertThat(screen.press('a')).isEqualTo(NOTHING);
        screen.press('b');
        assertThat(drawn(80, 24).get(0)).startsWith(" hoop: 2 reviews wait");
        assertThat(drawn(80, 24)).noneMatch(line -> line.contains("DELETE /b"));
    }

    @Test
    void aReasonThatIsBeingTypedIsNoKeysWhenSomebodyElseDecides() {
        file("1", "DELETE /a");
        file("2", "DELETE /b");
        screen.show(review("1", "PENDING", "DELETE /a"));
        drawn(80, 24);
        screen.press('r');

        screen.update("decided", review("1", "APPROVED", "DELETE /a"));

        for (char key : "baa".toCharArray()) {
            assertThat(screen.press(key)).isEqualTo(NOTHING);
            drawn(80, 24);
        }
        assertThat(screen.press(WatchScreen.ENTER)).isEqualTo(NOTHING);
        assertThat(drawn(80, 24)).contains("It is decided.");
    }

    @Test
    void anOlderOneThatIsReadStaysToBeDecidedWhereNotAllWereTold() {
        file("1", "DELETE /a");
        screen.show(review("1", "PENDING", "DELETE /a"));
        drawn(80, 24);

        screen.caughtUp(new CaughtUp(Set.of("2"), true));

        assertThat(screen.press('a')).isEqualTo(new Wish.Approve("1"));
    }

    @Test
    void showsTheRiskWhereThereIsRoom() {
        screen.update("filed", ((ObjectNode) review("1", "PENDING", "DELETE /a")).put("risk_level", "high"));
        file("2", "DELETE /b");
        String where = " ".repeat(40) + "billing-api" + " ".repeat(7);
        assertThat(drawn(80, 6).subList(1, 3))
                .containsExactly(
                        "  DELETE /b" + where + "-" + " ".repeat(7) + "5m ",
                        "> DELETE /a" + where + "high" + " ".repeat(4) + "5m ");
    }

    @Test
    void theSelectionStaysWithItsReview() {
        file("1", "one");
        assertThat(screen.press(WatchScreen.ENTER)).isEqualTo(new Wish.Read("1"));
        file("2", "two");
        assertThat(screen.press('a')).isEqualTo(new Wish.Read("1"));
        screen.press('k');
        assertThat(screen.press('r')).isEqualTo(new Wish.Read("2"));
        screen.press('k');
        screen.press(WatchScreen.DOWN);
        assertThat(screen.press(WatchScreen.ENTER)).isEqualTo(new Wish.Read("1"));
        screen.update("decided", review("1", "APPROVED", "one"));
        assertThat(screen.press(WatchScreen.ENTER)).isEqualTo(new Wish.Read("2"));
        screen.update("expired", review("2", "EXPIRED", "two"));
        assertThat(screen.press(WatchScreen.ENTER)).isEqualTo(NOTHING);
        assertThat(screen.press('q')).isEqualTo(new Wish.Quit());
    }

    @Test
    void afterADecisionTheNextOneIsSelected() {
        for (String id : List.of("1", "2", "3", "4")) {
            file(id, "statement " + id);
        }
        screen.press('k');
        screen.press('k');
        screen.update("decided", review("3", "APPROVED", "statement 3"));
        assertThat(screen.press(WatchScreen.ENTER)).as("not the newest").isEqualTo(new Wish.Read("2"));
        file("5", "statement 5");
        screen.update("decided", review("2", "REJECTED", "statement 2"));
        assertThat(screen.press(WatchScreen.ENTER)).isEqualTo(new Wish.Read("1"));
        screen.update("expired", review("1", "EXPIRED", "statement 1"));
        assertThat(screen.press(WatchScreen.ENTER)).as("it was the last one").isEqualTo(new Wish.Read("4"));
    }

    @Test
    void saysWhatIsFrozen() {
        file("1", "one");
        screen.update(
                "frozen",
                new JsonMapper()
                        .createObjectNode()
                        .put("id", "1")
                        .put("kind", "requester")
                        .put("requester", "agent-7")
                        .put("reason", "it loops")
                        .put("started_by", "Ana"));
        assertThat(drawn(60, 6)).contains("frozen   requester agent-7  by Ana: it loops");
        assertThat(screen.press(WatchScreen.ENTER)).as("a freeze is no review").isEqualTo(new Wish.Read("1"));
    }

    @Test
    void approvesOnlyWhatWasSeenToItsEnd() {
        file("1", "one");
        screen.show(review("1", "PENDING", "line\n".repeat(30)));
        drawn(80, 24);
        assertThat(screen.press('a')).isEqualTo(NOTHING);
        assertThat(drawn(80, 24).get(22)).contains("space");
        for (int i = 0; i < 3; i++) {
            screen.press(' ');
            drawn(80, 24);
        }
        assertThat(drawn(80, 24).get(22)).as("it is at its end").isBlank();
        assertThat(screen.press('a')).isEqualTo(new Wish.Approve("1"));
    }

    @Test
    void aReasonThatIsTypedBehindTheRInTheListApprovesNothing() {
        file("1", "one");
        assertThat(screen.press('r')).isEqualTo(new Wish.Read("1"));
        screen.show(review("1", "PENDING", "one"));
        assertThat(drawn(80, 24).get(23)).startsWith("Why ");
        "already paid".codePoints().forEach(key -> assertThat(screen.press(key)).isEqualTo(NOTHING));
        assertThat(screen.press(WatchScreen.ENTER)).isEqualTo(new Wish.Reject("1", Optional.of("already paid")));
    }

    @Test
    void anRWhoseReviewCouldNotBeReadAsksNothingOfTheNextOne() {
        file("1", "one");
        screen.press('r');
        assertThat(screen.press(WatchScreen.ENTER)).isEqualTo(new Wish.Read("1"));
        screen.show(review("1", "PENDING", "one"));
        assertThat(drawn(80, 24).get(23)).startsWith("a approve");
    }

    @Test
    void whatIsDecidedMeanwhileIsNotDecidedAgain() {
        file("1", "one");
        screen.show(review("1", "PENDING", "one"));
        drawn(80, 24);
        screen.update("decided", review("1", "REJECTED", "one"));
        assertThat(screen.press('a')).isEqualTo(NOTHING);
        assertThat(screen.press('r')).isEqualTo(NOTHING);
        assertThat(screen.press('x')).isEqualTo(NOTHING);
        assertThat(drawn(80, 24)).contains("It is decided.");
        screen.press('b');
        assertThat(drawn(80, 24).get(0)).contains("nothing waits");
    }

    @Test
    void rejectsWithAReasonThatIsTyped() {
        file("1", "one");
        screen.show(review("1", "PENDING", "one"));
        drawn(80, 24);
        screen.press('r');
        "noq".codePoints().forEach(screen::press);
        screen.press(127);
        screen.press(0x1F600);
        assertThat(drawn(80, 24).get(23)).endsWith(": no😀_");
        assertThat(drawn(20, 24).get(23)).endsWith(" no😀_");
        assertThat(screen.press(WatchScreen.ENTER)).isEqualTo(new Wish.Reject("1", Optional.of("no😀")));
        screen.press('r');
        assertThat(screen.press(WatchScreen.ESCAPE)).isEqualTo(NOTHING);
        screen.press('r');
        assertThat(screen.press(WatchScreen.ENTER)).isEqualTo(new Wish.Reject("1", Optional.empty()));
    }

    @Test
    void noStatementLeavesItsPlace() {
        String hostile = "x\u001b[2J\u202e\r\u0007" + "漢字".repeat(40) + "\n\u009b31m";
        file("1", hostile);
        screen.show(review("1", "PENDING", hostile));
        for (int width : new int[] {1, 10, 39, 80, 200}) {
            for (int height : new int[] {1, 4, 24}) {
                List<String> page = drawn(width, height);
                assertThat(page).hasSizeLessThanOrEqualTo(Math.max(4, height));
                assertThat(page).allMatch(line -> Cells.width(line) <= Math.max(2, width));
                assertThat(String.join("", page).codePoints()).noneMatch(Character::isISOControl);
            }
        }
        screen.press('b');
        for (int width : new int[] {10, 39, 80, 200}) {
            assertThat(drawn(width, 10)).allMatch(line -> Cells.width(line) <= width);
        }
    }
}
