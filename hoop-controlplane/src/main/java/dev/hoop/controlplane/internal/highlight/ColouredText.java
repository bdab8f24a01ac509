package dev.hoop.controlplane.internal.highlight;

import dev.hoop.controlplane.internal.review.StatementText;
import java.util.ArrayList;
import java.util.List;

/**
 * A statement in lines of pieces, each with its look. Immutable.
 *
 * @param marked whether anything in it is shown by a mark
 */
public record ColouredText(List<Line> lines, boolean marked) {

    private static final String MARK = "mark";

    public ColouredText {
        lines = List.copyOf(lines);
    }

    /**
     * A piece of a line.
     *
     * @param style a class of the style sheet; empty for plain text
     * @param title what a mark stands for; empty for everything else
     */
    public record Piece(String text, String style, String title) {}

    /** One line, without its line feed. */
    public record Line(List<Piece> pieces) {
        public Line {
            pieces = List.copyOf(pieces);
        }
    }

    /** A statement in the colours of its language. Bytes that are no text have none. */
    public static ColouredText of(StatementText statement, Language language) {
        Spans spans = new Spans();
        if (statement.isText()) {
            language.read(statement.plain(), spans);
        }
        return new Painter(spans.all()).paint(statement);
    }

    /** Cuts the pieces where colours begin and end. */
    private static final class Painter {

        private final List<Spans.Span> spans;
        private final List<Piece> line = new ArrayList<>();
        private boolean marked;
        private int at;
        private int span;

        Painter(List<Spans.Span> spans) {
            this.spans = spans;
        }

        ColouredText paint(StatementText statement) {
            List<Line> lines = new ArrayList<>();
            for (StatementText.Line source : statement.lines()) {
                for (StatementText.Piece piece : source.pieces()) {
                    if (piece.mark()) {
                        marked = true;
                        line.add(new Piece(piece.text(), MARK, piece.title()));
                    } else {
                        plain(piece.text());
                    }
                    at += piece.length();
                }
                lines.add(new Line(line));
                line.clear();
                // The line feed.
                at++;
            }
            return new ColouredText(lines, marked);
        }

        private void plain(String text) {
            int end = at + text.length();
            int from = at;
            while (from < end) {
                while (span < spans.size() && spans.get(span).end() <= from) {
                    span++;
                }
                boolean coloured = span < spans.size() && spans.get(span).start() <= from;
                int limit = span == spans.size()
                        ? end
                        : coloured ? spans.get(span).end() : spans.get(span).start();
                int to = Math.min(limit, end);
                String style = coloured ? spans.get(span).kind().style() : "";
                line.add(new Piece(text.substring(from - at, to - at), style, ""));
                from = to;
            }
        }
    }
}
