package dev.hoop.controlplane.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.testkit.wire.FragmentFeeder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SseParserTest {

    private final List<String> events = new ArrayList<>();

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private List<String> parse(String text) throws IOException {
        events.clear();
        parser().feed(ByteBuffer.wrap(utf8(text)));
        return events;
    }

    private SseParser parser() {
        return new SseParser(64, 64, (name, data) -> events.add(name + '=' + data));
    }

    @Test
    void readsTheSameHoweverItIsCut() {
        byte[] input = utf8("\uFEFF: hello\r\nevent: ready\r\n\r\n:\rdata: {\"a\":1}\rdata:  é€😀\revent:decided\r\r"
                + "id: 7\nretry: 5\ndata\n\ndata: unfinished");
        FragmentFeeder.feedEveryCut(input, cut -> {
            events.clear();
            SseParser parser = parser();
            for (byte[] part : cut) {
                parser.feed(ByteBuffer.wrap(part));
            }
            assertThat(events).containsExactly("ready=", "decided={\"a\":1}\n é€😀", "message=");
        });
    }

    @Test
    void eachEventStartsAfresh() throws IOException {
        assertThat(parse("event: decided\ndata: 1\n\ndata: 2\n\n\n\n")).containsExactly("decided=1", "message=2");
    }

    @Test
    void keepsOnlyTheLastName() throws IOException {
        assertThat(parse("event: a\nevent: b\ndata:x\n\n")).containsExactly("b=x");
    }

    @Test
    void ignoresFieldsItDoesNotKnow() throws IOException {
        assertThat(parse("dataset: 1\n data: 2\nDATA: 3\n\n")).isEmpty();
    }

    @Test
    void boundsALine() throws IOException {
        assertThat(parse("data: " + "x".repeat(58) + "\n\n")).hasSize(1);
        assertThatThrownBy(() -> parse("data: " + "x".repeat(59))).isInstanceOf(SseParser.TooLarge.class);
        assertThatThrownBy(() -> parse(":" + "x".repeat(64))).isInstanceOf(SseParser.TooLarge.class);
    }

    @Test
    void boundsAnEvent() {
        assertThatThrownBy(() -> parse("data: 123456789\n".repeat(8))).isInstanceOf(SseParser.TooLarge.class);
        assertThatThrownBy(() -> parse("data\n".repeat(100_000))).isInstanceOf(SseParser.TooLarge.class);
    }
}
