package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.testbase.Eventually;
import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** With a thousand reviews that wait, or ten thousand in the profile {@code plane-size}, a call costs what it shows and not what there is. */
@OnEachStorage
class SizeTest {

    private static final int MANY = Integer.getInteger("plane.size", 1_000);
    private static final int BATCH = 200;

    private final TestPlane plane;

    SizeTest(TestPlane plane) {
        this.plane = plane;
    }

    @Test
    void manyWait() throws Exception {
        ManyReviews.wait(plane.storage, plane.clock, "many", MANY, 1_000);
        aPageShowsFiftyAndLeadsOn();
        theListIsReadInPages();
        fiftyAreClosedAtOnceAndNoMore();
        theSweepWritesSomeAtATime();
    }

    /** The id of the newest one, of the one before it, and so on. */
    private static String many(int place) {
        return "many-" + (MANY - place);
    }

    private void aPageShowsFiftyAndLeadsOn() throws Exception {
        WebBrowser ana = new WebBrowser(plane);
        ana.signIn(ANA);
        HttpResponse<String> first = ana.get("/reviews");
        assertThat(WebBrowser.rows(first.body()))
                .hasSize(50)
                .startsWith(many(1))
                .endsWith(many(50));
        assertThat(first.body()).contains("(" + MANY + ") Waiting").hasSizeLessThan(150_000);
        String older = first.body().replaceAll("(?s).*href=\"(/reviews\\?before=[0-9]+)\">Older.*", "$1");
        assertThat(WebBrowser.rows(ana.get(older).body())).hasSize(50).startsWith(many(51));
    }

    private void theListIsReadInPages() throws Exception {
        Set<String> seen = new HashSet<>();
        String cursor = "";
        for (int page = 0; page < 5; page++) {
            PlaneClient.Answer answer =
                    plane.client.asPerson(ANA, "GET", "/api/reviews?status=PENDING&limit=200" + cursor, "");
            List<String> ids = answer.json().path("reviews").findValuesAsText("id");
            assertThat(ids).hasSize(200);
            assertThat(seen).doesNotContainAnyElementsOf(ids);
            seen.addAll(ids);
            assertThat(answer.response().body()).hasSizeLessThan(150_000);
            String next = answer.json().path("next_cursor").asText();
            assertThat(next.isEmpty()).isEqualTo((page + 1) * 200 == MANY);
            cursor = "&cursor=" + next;
        }
        assertThat(seen).contains(many(1), many(1_000));
        assertThat(plane.client
                        .asPerson(ANA, "GET", "/api/reviews?limit=201", "")
                        .status())
                .isEqualTo(400);
    }

    private void fiftyAreClosedAtOnceAndNoMore() throws Exception {
        WebBrowser ana = new WebBrowser(plane);
        ana.signIn(ANA);
        String form = "csrf=" + ana.formToken() + "&reason=flood";
        List<String> ids = WebBrowser.rows(ana.get("/reviews").body());
        String fifty = ids.stream().map(id -> "&pick=" + id).collect(Collectors.joining());
        HttpResponse<String> tooMany = ana.post("/reviews/reject", form + fifty + "&pick=many-0");
        assertThat(tooMany.statusCode()).isEqualTo(400);
        assertThat(number("SELECT COUNT(*) FROM reviews WHERE status = 'PENDING'"))
                .isEqualTo(MANY);
        assertThat(ana.post("/reviews/reject", form + fifty).headers().firstValue("location"))
                .hasValue("/reviews?closed=50&left=0");
        assertThat(number("SELECT COUNT(*) FROM reviews WHERE status = 'PENDING'"))
                .isEqualTo(MANY - 50);
        assertThat(WebBrowser.rows(ana.get("/reviews").body())).hasSize(50).startsWith(many(51));
    }

    /** Who reads sees the end at once; it is written down in transactions that each take so many. */
    private void theSweepWritesSomeAtATime() throws Exception {
        plane.clock.advance(Duration.ofMinutes(30));
        assertThat(plane.client
                        .asPerson(ANA, "GET", "/api/reviews?status=PENDING", "")
                        .json()
                        .path("reviews"))
                .isEmpty();
        JsonNode expired = plane.client
                .asPerson(ANA, "GET", "/api/reviews?status=EXPIRED&limit=200", "")
                .json();
        assertThat(expired.path("reviews").findValuesAsText("id")).hasSize(200).startsWith(many(51));
        long written = Eventually.value(
                () -> Optional.of(number("SELECT COUNT(*) FROM reviews WHERE status = 'EXPIRED'"))
                        .filter(count -> count > 0),
                Eventually.SOON,
                "the sweep begins");
        assertThat(written % BATCH).as("whole batches, of " + written).isZero();
        assertThat(written).isLessThan(MANY - 50);
    }

    /** A list shows how each begins: what of the statements is not shown is not read. */
    @Test
    void aListOfLargeStatementsDoesNotReadThem() throws Exception {
        int bytes = 100 * 1024;
        ManyReviews.wait(plane.storage, plane.clock, "large", BATCH, bytes);
        String path = "/api/reviews?status=PENDING&limit=200";
        // What is loaded and prepared the first time is not what is counted.
        assertThat(plane.client.asPerson(ANA, "GET", path, "").json().path("reviews"))
                .hasSize(BATCH);
        long before = allocated();
        PlaneClient.Answer answer = plane.client.asPerson(ANA, "GET", path, "");
        assertThat(answer.json().path("reviews")).hasSize(BATCH);
        assertThat(answer.response().body()).hasSizeLessThan(150_000);
        assertThat(allocated() - before).as("twenty megabytes of statements").isLessThan((long) BATCH * bytes * 3 / 4);
    }

    /** By the plane's workers that live, so far, in bytes. */
    private static long allocated() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("hoop-web-worker")) {
                sum += threads.getThreadAllocatedBytes(thread.getId());
            }
        }
        return sum;
    }

    private long number(String sql) {
        try (Connection connection = DriverManager.getConnection(plane.storage.url());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
