package dev.hoop.sidecar.reviews;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EventLinesTest {

    private static List<EventLines.Event> read(String text) {
        EventLines lines = new EventLines();
        return text.lines().flatMap(line -> lines.take(line).stream()).toList();
    }

    @Test
    void putsEventsTogether() {
        assertThat(read("event: ready\ndata: {}\n\n: beat\n\nevent:filed\ndata: {\ndata: }\nid: 7\n\ndata: plain\n\n"))
                .containsExactly(
                        new EventLines.Event("ready", "{}"),
                        new EventLines.Event("filed", "{\n}"),
                        new EventLines.Event("message", "plain"));
    }

    @Test
    void dropsWhatHasNoDataAndWhatIsNotComplete() {
        assertThat(Stream.of("event: filed\n\n", "data: half"))
                .allSatisfy(text -> assertThat(read(text)).isEmpty());
        assertThat(read("event: filed\n\ndata: x\n\n")).containsExactly(new EventLines.Event("message", "x"));
    }
}
