package dev.hoop.sidecar.reviews;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.sidecar.Failure;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.NonBlockingReader;

/**
 * Runs a {@link WatchScreen} on the terminal, which is in raw mode and on its second screen meanwhile. Both end with this,
 * however it ends short of SIGKILL.
 */
final class WatchTerminal {

    private static final String SECOND_SCREEN = "\u001b[?1049h\u001b[?25l";
    private static final String FIRST_SCREEN = "\u001b[?25h\u001b[?1049l";
    private static final String HOME = "\u001b[H";
    private static final String INVERSE = "\u001b[7m";
    private static final String PLAIN = "\u001b[0m";
    private static final String REST_OF_LINE = "\u001b[K";

    private static final long LOOK_EVERY_MILLIS = 200;
    private static final long SEQUENCE_MILLIS = 50;
    private static final int SMALLEST = 10;

    private final Terminal terminal;
    private final PeopleApi api;
    private final WatchScreen screen;
    private final Queue<Consumer<WatchScreen>> happened = new ConcurrentLinkedQueue<>();
    private volatile Optional<Failure> failure = Optional.empty();
    private volatile boolean stale = true;
    private volatile boolean quit;

    private WatchTerminal(Terminal terminal, PeopleApi api, WatchScreen screen) {
        this.terminal = terminal;
        this.api = api;
        this.screen = screen;
    }

    /** Takes the terminal; empty where it cannot read single keys. */
    static Optional<WatchTerminal> open(PeopleApi api, ReviewLines lines) {
        try {
            Terminal terminal =
                    TerminalBuilder.builder().system(true).dumb(true).build();
            if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
                terminal.close();
                return Optional.empty();
            }
            return Optional.of(new WatchTerminal(terminal, api, new WatchScreen(lines)));
        } catch (IOException | IllegalStateException e) {
            return Optional.empty();
        }
    }

    /** Something happened to a review. Called on any thread. */
    void tell(String event, JsonNode review) {
        happened.add(shown -> shown.update(event, review));
        stale = true;
    }

    /** Something to say. Called on any thread. */
    void say(String text) {
        happened.add(shown -> shown.say(text));
        stale = true;
    }

    /** All that waits was told, but for older ones where there are more. Called on any thread. */
    void caughtUp(StreamFollower.CaughtUp read) {
        happened.add(shown -> shown.caughtUp(read));
        stale = true;
    }

    /** There is nothing more to follow. Called on any thread. */
    void fail(Failure why) {
        failure = Optional.of(why);
    }

    /** Until the person quits. */
    void run() {
        Thread restore = new Thread(this::restore, "hoop-terminal-restore");
        Attributes before = terminal.enterRawMode();
        Runtime.getRuntime().addShutdownHook(restore);
        try {
            // What these do by default ends or stops the process at once, with the terminal as it is then.
            terminal.handle(Terminal.Signal.INT, signal -> quit = true);
            terminal.handle(Terminal.Signal.QUIT, signal -> quit = true);
            terminal.handle(Terminal.Signal.TSTP, Terminal.SignalHandler.SIG_IGN);
            terminal.handle(Terminal.Signal.WINCH, signal -> stale = true);
            write(SECOND_SCREEN);
            follow();
            terminal.setAttributes(before);
        } catch (IOException e) {
            throw new Failure("cannot read from the terminal", e);
        } catch (IllegalStateException e) {
            // It was closed: the process ends.
        } finally {
            restore();
            forget(restore);
        }
    }

    /** Closing gives the terminal its attributes back, and may have been done by the library's own hook already. */
    private synchronized void restore() {
        try {
            terminal.close();
            // Not through the terminal, which is closed: the library's hook may have been first.
            FileOutputStream out = new FileOutputStream(FileDescriptor.out);
            out.write(FIRST_SCREEN.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException | IllegalStateException e) {
            // It is gone: there is nothing to restore.
        }
    }

    private static void forget(Thread restore) {
        try {
            Runtime.getRuntime().removeShutdownHook(restore);
        } catch (IllegalStateException e) {
            // It runs just now.
        }
    }

    private void follow() throws IOException {
        NonBlockingReader keys = terminal.reader();
        while (failure.isEmpty() && !quit) {
            for (Consumer<WatchScreen> next = happened.poll(); next != null; next = happened.poll()) {
                next.accept(screen);
            }
            if (stale) {
                stale = false;
                draw();
            }
            int key = keys.read(LOOK_EVERY_MILLIS);
            if (key == NonBlockingReader.EOF) {
                return;
            }
            if (key == NonBlockingReader.READ_EXPIRED) {
                continue;
            }
            stale = true;
            if (!carryOut(screen.press(complete(key, keys)))) {
                return;
            }
        }
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    /** A whole code point, or the arrow that begins with an escape. */
    private static int complete(int key, NonBlockingReader keys) throws IOException {
        if (Character.isHighSurrogate((char) key)) {
            int low = keys.read(SEQUENCE_MILLIS);
            return low > 0 ? Character.toCodePoint((char) key, (char) low) : ' ';
        }
        if (key != WatchScreen.ESCAPE) {
            return key;
        }
        int second = keys.read(SEQUENCE_MILLIS);
        if (second != '[' && second != 'O') {
            return WatchScreen.ESCAPE;
        }
        return switch (keys.read(SEQUENCE_MILLIS)) {
            case 'A' -> WatchScreen.UP;
            case 'B' -> WatchScreen.DOWN;
            default -> 0;
        };
    }

    /** Whether to go on. */
    private boolean carryOut(WatchScreen.Wish wish) {
        try {
            if (wish instanceof WatchScreen.Wish.Quit) {
                return false;
            } else if (wish instanceof WatchScreen.Wish.Read read) {
                screen.show(api.show(read.id()));
            } else if (wish instanceof WatchScreen.Wish.Approve approve) {
                decided(api.decide(approve.id(), "APPROVED", Optional.empty()));
            } else if (wish instanceof WatchScreen.Wish.Reject reject) {
                decided(api.decide(reject.id(), "REJECTED", reject.reason()));
            }
        } catch (Failure refused) {
            // Somebody else was faster, or it expired: the next review may still be decided.
            screen.say(String.valueOf(refused.getMessage()));
        }
        return true;
    }

    private void decided(JsonNode review) {
        String status = ReviewLines.field(review, "status").toLowerCase(Locale.ROOT);
        screen.back();
        screen.update("decided", review);
        screen.say(ReviewLines.field(review, "id") + " is "
                + (status.equals("pending") ? "approved by you; it needs the approval of others too" : status));
    }

    private void draw() {
        int width = Math.max(SMALLEST, terminal.getWidth());
        int height = Math.max(SMALLEST, terminal.getHeight());
        StringBuilder out = new StringBuilder(HOME);
        String separator = "";
        for (WatchScreen.Line line : screen.draw(width, height)) {
            out.append(separator);
            // A line of full width ends where a terminal has no cell left to clear: first clear, then write.
            out.append(REST_OF_LINE);
            out.append(line.inverse() ? INVERSE + line.text() + PLAIN : line.text());
            separator = "\r\n";
        }
        write(out.toString());
    }

    private void write(String text) {
        terminal.writer().write(text);
        terminal.writer().flush();
    }
}
