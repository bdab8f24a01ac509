package dev.hoop.sidecar.reviews;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code reviews watch} shows on a terminal and what keys do: a list of what waits, and one review. Knows no terminal;
 * confined to one thread.
 *
 * <p>The selection begins at the newest, stays with its review whatever arrives, and near where it was once that is decided.
 * Nothing is approved or rejected from the list, where a statement is cut, and nothing is approved before its last line was
 * on the screen.
 */
final class WatchScreen {

    /** What a key asks for. */
    sealed interface Wish {
        /** Nothing but what the screen shows. */
        record Nothing() implements Wish {}

        /** To read one review, and hand it to {@link #show}. */
        record Read(String id) implements Wish {}

        record Approve(String id) implements Wish {}

        record Reject(String id, Optional<String> reason) implements Wish {}

        record Quit() implements Wish {}
    }

    /** One line; an inverse one is the title or the selection. */
    record Line(String text, boolean inverse) {}

    static final int UP = -2;
    static final int DOWN = -3;
    static final int ESCAPE = 27;
    static final int ENTER = 13;

    private static final int LINE_FEED = 10;
    private static final int BACKSPACE = 8;
    private static final int DELETE = 127;
    private static final int MAX_REASON = 500;

    private static final Wish NOTHING = new Wish.Nothing();
    private static final JsonNode NO_REVIEW = MissingNode.getInstance();
    private static final String LIST_KEYS = "j/k move  enter show  q quit";
    private static final String DECIDED = "It is decided.";
    private static final String MORE = "There is more of it: space goes on. Approve at the end.";
    private static final String PAGE_KEYS = "a approve  r reject  space more  b back  q quit";

    private final ReviewLines lines;
    private final Map<String, JsonNode> waiting = new LinkedHashMap<>();
    private String selected = "";

    /** Whether a person picked the selection: until then it stands at the top of what waits when the plane is heard. */
    private boolean picked;

    private Optional<Page> page = Optional.empty();
    private Optional<StringBuilder> reason = Optional.empty();

    /** The review that was asked to be rejected from the list: once it is shown, its reason is what is typed. */
    private String toReject = "";

    private String message = "";
    private boolean olderWait;

    /** The review that is shown: where its screen begins, and how far it was seen. */
    private static final class Page {
        private final String id;
        private final List<String> text;
        private boolean pending;
        private int from;
        private int step = 1;
        private boolean seen;

        Page(String id, List<String> text, boolean pending) {
            this.id = id;
            this.text = text;
            this.pending = pending;
        }
    }

    WatchScreen(ReviewLines lines) {
        this.lines = lines;
    }

    /** Something happened to a review, or was frozen. */
    void update(String event, JsonNode review) {
        if (ReviewLines.isOfFreeze(event)) {
            message = lines.event(event, review);
            return;
        }
        String id = ReviewLines.field(review, "id");
        boolean pending = ReviewLines.field(review, "status").equals("PENDING");
        int at = Math.max(0, newestFirst().indexOf(selected));
        if (pending) {
            waiting.put(id, review);
        } else {
            waiting.remove(id);
            if (page.isPresent() && page.get().id.equals(id) && page.get().pending) {
                // A reason that is being typed stays: its next letters must not be keys that decide something else.
                page.get().pending = false;
            }
            message = lines.event(event, review);
        }
        selectNear(at);
    }

    /** Whoever decides one after the other goes on where they are: with the next one, or the last where there is none. */
    private void selectNear(int at) {
        if (!waiting.containsKey(selected)) {
            List<String> ids = newestFirst();
            selected = ids.isEmpty() ? "" : ids.get(Math.min(at, ids.size() - 1));
        }
    }

    private List<String> newestFirst() {
        List<String> ids = new ArrayList<>();
        waiting.keySet().forEach(id -> ids.add(0, id));
        return ids;
    }

    /** Shows a review that was read. */
    void show(JsonNode review) {
        boolean pending = ReviewLines.field(review, "status").equals("PENDING");
        String id = ReviewLines.field(review, "id");
        page = Optional.of(new Page(id, lines.page(review), pending));
        reason = pending && id.equals(toReject) ? Optional.of(new StringBuilder()) : Optional.empty();
        toReject = "";
        message = "";
    }

    /** Says something in the last line but one, until something else is said. */
    void say(String text) {
        message = ReviewLines.printable(text);
    }

    /** What waits is in the list, but for older ones where there are more; what else is there was decided unheard. */
    void caughtUp(StreamFollower.CaughtUp read) {
        olderWait = read.more();
        say(StreamFollower.watching(read.more()));
        int at = Math.max(0, newestFirst().indexOf(selected));
        waiting.keySet().retainAll(read.ids());
        if (picked) {
            selectNear(at);
        } else {
            selected = newestFirst().stream().findFirst().orElse("");
        }
        // One of the older ones may wait all the same: whoever decides it is told.
        page.filter(shown -> shown.pending && !read.more() && !waiting.containsKey(shown.id))
                .ifPresent(shown -> {
                    shown.pending = false;
                    say("It was decided while the control plane could not be heard.");
                });
    }

    /** Goes back to the list, after a decision. */
    void back() {
        page = Optional.empty();
        reason = Optional.empty();
    }

    /** Takes a key: a character, or one of the constants. */
    Wish press(int key) {
        if (reason.isPresent()) {
            return type(key, reason.get());
        }
        return page.isPresent() ? pressOnPage(key, page.get()) : pressOnList(key);
    }

    private Wish pressOnList(int key) {
        picked = true;
        switch (key) {
            case 'j', DOWN -> select(1);
            case 'k', UP -> select(-1);
            case 'q' -> {
                return new Wish.Quit();
            }
            case ENTER, LINE_FEED, 'a', 'r' -> {
                // A reason that is typed right behind the r must find its prompt: an a in it would approve.
                toReject = key == 'r' ? selected : "";
                if (!selected.isEmpty()) {
                    return new Wish.Read(selected);
                }
            }
            default -> {}
        }
        return NOTHING;
    }

    private void select(int step) {
        List<String> ids = newestFirst();
        int at = ids.indexOf(selected) + step;
        if (at >= 0 && at < ids.size()) {
            selected = ids.get(at);
        }
    }

    private Wish pressOnPage(int key, Page shown) {
        switch (key) {
            case 'j', DOWN -> shown.from++;
            case 'k', UP -> shown.from = Math.max(0, shown.from - 1);
            case ' ' -> shown.from += Math.max(1, shown.step);
            case 'b', ESCAPE -> back();
            case 'q' -> {
                return new Wish.Quit();
            }
            case 'a' -> {
                if (shown.pending && shown.seen) {
                    return new Wish.Approve(shown.id);
                }
                message = shown.pending ? MORE : DECIDED;
            }
            case 'r' -> {
                if (shown.pending) {
                    reason = Optional.of(new StringBuilder());
                } else {
                    message = DECIDED;
                }
            }
            default -> {}
        }
        return NOTHING;
    }

    private Wish type(int key, StringBuilder text) {
        switch (key) {
            case ESCAPE -> reason = Optional.empty();
            case ENTER, LINE_FEED -> {
                reason = Optional.empty();
                if (!page.orElseThrow().pending) {
                    message = DECIDED;
                    return NOTHING;
                }
                String why = text.toString().strip();
                return new Wish.Reject(page.orElseThrow().id, why.isEmpty() ? Optional.empty() : Optional.of(why));
            }
            case BACKSPACE, DELETE -> {
                if (text.length() > 0) {
                    text.setLength(text.offsetByCodePoints(text.length(), -1));
                }
            }
            default -> {
                if (key >= ' ' && text.length() < MAX_REASON && !Character.isISOControl(key)) {
                    text.appendCodePoint(key);
                }
            }
        }
        return NOTHING;
    }

    /** The whole screen: exactly {@code height} lines, none wider than {@code width} cells. */
    List<Line> draw(int width, int height) {
        int body = Math.max(1, height - 3);
        List<Line> screen = new ArrayList<>();
        screen.add(new Line(Cells.filled(title(), width), true));
        List<Line> content = page.isPresent() ? pageLines(page.get(), width, body) : listLines(width, body);
        screen.addAll(content);
        if (message.equals(MORE) && page.filter(shown -> !shown.seen).isEmpty()) {
            message = "";
        }
        while (screen.size() < body + 1) {
            screen.add(new Line("", false));
        }
        screen.add(new Line(Cells.cut(message, width), false));
        screen.add(new Line(Cells.cut(bottom(width), width), false));
        return screen.subList(0, Math.min(height, screen.size()));
    }

    private String title() {
        int count = waiting.size();
        String what = count == 0 ? "nothing waits" : count == 1 ? "1 review waits" : count + " reviews wait";
        return " hoop: " + what + (olderWait ? " here, and older ones on the page" : "");
    }

    private String bottom(int width) {
        if (reason.isPresent()) {
            // The end of what is typed is what its writer looks at.
            return Cells.end(
                    "Why (the agent is told; enter sends, esc cancels): "
                            + ReviewLines.printable(reason.get().toString()) + "_",
                    width);
        }
        return page.isPresent() ? PAGE_KEYS : LIST_KEYS;
    }

    private List<Line> listLines(int width, int body) {
        List<String> ids = newestFirst();
        int at = Math.max(0, ids.indexOf(selected));
        int from = Math.max(0, Math.min(at - body / 2, ids.size() - body));
        List<Line> rows = new ArrayList<>();
        for (String id : ids.subList(from, Math.min(ids.size(), from + body))) {
            boolean chosen = id.equals(selected);
            String row = (chosen ? "> " : "  ") + lines.row(waiting.getOrDefault(id, NO_REVIEW), width - 2);
            rows.add(new Line(chosen ? Cells.filled(row, width) : Cells.cut(row, width), chosen));
        }
        return rows;
    }

    private static List<Line> pageLines(Page shown, int width, int body) {
        List<String> wrapped = new ArrayList<>();
        shown.text.forEach(line -> wrapped.addAll(Cells.wrapped(line, width)));
        shown.step = body;
        shown.from = Math.max(0, Math.min(shown.from, wrapped.size() - body));
        int to = Math.min(wrapped.size(), shown.from + body);
        shown.seen |= to == wrapped.size();
        return wrapped.subList(shown.from, to).stream()
                .map(line -> new Line(line, false))
                .toList();
    }
}
