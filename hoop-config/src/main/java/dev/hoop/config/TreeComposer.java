package dev.hoop.config;

import dev.hoop.config.ConfigNode.Entry;
import dev.hoop.config.ConfigNode.Mapping;
import dev.hoop.config.ConfigNode.Scalar;
import dev.hoop.config.ConfigNode.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Composes one document's tree from the parser's events. A problem that leaves the tree's shape clear is noted and the
 * work goes on; one that does not ends it. Texts never repeat anchors, tags or values: an unquoted password may look like
 * any of them.
 */
final class TreeComposer {

    private static final Set<String> PLAIN_TAGS =
            Set.of("!", "tag:yaml.org,2002:str", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq");

    private static final String MERGE_KEY = "<<";

    /** A finished node that aliases may repeat. */
    private record Anchored(ConfigNode node, int size, int depth) {}

    /** Ends the work: the rest of the document cannot be understood. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1;
        private final transient Problem problem;

        Refused(Position position, String message, String fix) {
            super(message, null, false, false);
            this.problem = new Problem(position, message, fix);
        }
    }

    private final String source;
    private final String text;
    private final Problems problems;
    private final Map<String, Optional<Anchored>> anchors = new HashMap<>();
    private int nodes;
    private int deepest;

    TreeComposer(String source, String text, Problems problems) {
        this.source = source;
        this.text = text;
        this.problems = problems;
    }

    Optional<Mapping> compose() {
        try {
            LoaderOptions options = new LoaderOptions();
            options.setCodePointLimit(YamlReader.MAX_BYTES);
            return document(new ParserImpl(new StreamReader(text), options));
        } catch (Refused e) {
            problems.add(e.problem);
        } catch (ReaderException e) {
            problems.add(
                    positionAt(source, text, e.getPosition()),
                    "a character that YAML does not allow",
                    "remove it, or write it as an escape inside double quotes");
        } catch (MarkedYAMLException e) {
            problems.add(at(e.getProblemMark()), "this is not YAML", SyntaxAdvice.of(e.getProblem()));
        } catch (YAMLException e) {
            problems.add(Position.startOf(source), "this is not YAML", "check it with a YAML linter");
        }
        return Optional.empty();
    }

    private Optional<Mapping> document(Parser parser) throws Refused {
        parser.getEvent(); // the stream's start
        if (parser.checkEvent(Event.ID.StreamEnd)) {
            return Optional.of(Mapping.empty(Position.startOf(source)));
        }
        parser.getEvent(); // the document's start
        ConfigNode root = node(parser, 1);
        parser.getEvent(); // the document's end
        if (!parser.checkEvent(Event.ID.StreamEnd)) {
            problems.add(
                    at(parser.peekEvent().getStartMark()),
                    "a second document begins here",
                    "keep one document in the file");
        }
        if (root instanceof Mapping mapping) {
            return Optional.of(mapping);
        }
        if (root instanceof Scalar scalar && scalar.kind() == ScalarKind.NULL) {
            return Optional.of(Mapping.empty(root.position()));
        }
        problems.add(root.position(), "the document is " + root.described(), "write keys and values: `key: value`");
        return Optional.empty();
    }

    private ConfigNode node(Parser parser, int depth) throws Refused {
        Event event = parser.getEvent();
        Position position = at(event.getStartMark());
        if (event instanceof AliasEvent alias) {
            return repeated(alias, position, depth);
        }
        grow(1, depth, position);
        String anchor = ((NodeEvent) event).getAnchor();
        if (anchor != null) {
            anchors.put(anchor, Optional.empty());
        }
        int sizeBefore = nodes;
        int outerDeepest = deepest;
        deepest = depth;
        ConfigNode made;
        if (event instanceof ScalarEvent scalar) {
            made = scalar(scalar, position);
        } else {
            checkTag(((CollectionStartEvent) event).getTag(), position);
            made = event.is(Event.ID.MappingStart)
                    ? mapping(parser, position, depth)
                    : sequence(parser, position, depth);
        }
        if (anchor != null) {
            anchors.put(anchor, Optional.of(new Anchored(made, nodes - sizeBefore + 1, deepest - depth)));
        }
        deepest = Math.max(outerDeepest, deepest);
        return made;
    }

    private ConfigNode repeated(AliasEvent alias, Position position, int depth) throws Refused {
        Optional<Anchored> anchored = anchors.get(alias.getAnchor());
        if (anchored == null) {
            throw new Refused(
                    position,
                    "an alias without an anchor before it",
                    "define the anchor with `&name` first, or quote a text that begins with `*`");
        }
        if (anchored.isEmpty()) {
            throw new Refused(position, "an alias inside what it stands for", "remove it");
        }
        Anchored target = anchored.get();
        grow(target.size(), depth + target.depth(), position);
        deepest = Math.max(deepest, depth + target.depth());
        return target.node();
    }

    private void grow(int by, int depth, Position position) throws Refused {
        if (depth > YamlReader.MAX_DEPTH) {
            throw new Refused(
                    position, "nested deeper than " + YamlReader.MAX_DEPTH + " levels", "flatten the document");
        }
        nodes += by;
        if (nodes > YamlReader.MAX_NODES) {
            throw new Refused(
                    position,
                    "the document has more than " + YamlReader.MAX_NODES + " values, aliases expanded",
                    "use fewer aliases");
        }
    }

    private Scalar scalar(ScalarEvent event, Position position) {
        checkTag(event.getTag(), position);
        boolean plain = event.getScalarStyle() == ScalarStyle.PLAIN && event.getTag() == null;
        String value = event.getValue();
        return new Scalar(position, value, plain ? ScalarKind.ofPlain(value) : ScalarKind.STRING);
    }

    private Sequence sequence(Parser parser, Position position, int depth) throws Refused {
        List<ConfigNode> items = new ArrayList<>();
        while (!parser.checkEvent(Event.ID.SequenceEnd)) {
            items.add(node(parser, depth + 1));
        }
        parser.getEvent();
        return new Sequence(position, items);
    }

    private Mapping mapping(Parser parser, Position position, int depth) throws Refused {
        Map<String, Entry> entries = new LinkedHashMap<>();
        List<ConfigNode> merged = new ArrayList<>();
        while (!parser.checkEvent(Event.ID.MappingEnd)) {
            boolean plainKey =
                    parser.peekEvent() instanceof ScalarEvent scalar && scalar.getScalarStyle() == ScalarStyle.PLAIN;
            ConfigNode key = node(parser, depth + 1);
            ConfigNode value = node(parser, depth + 1);
            if (!(key instanceof Scalar name) || name.kind() == ScalarKind.NULL) {
                problems.add(key.position(), "a key must be text, not " + key.described(), "write `key: value`");
            } else if (plainKey && name.text().equals(MERGE_KEY)) {
                merged.add(value);
            } else {
                Entry earlier = entries.putIfAbsent(name.text(), new Entry(name.text(), name.position(), value));
                if (earlier != null) {
                    problems.add(
                            name.position(),
                            "the key `" + name.text() + "` is here twice",
                            "keep one of them; the first is in line "
                                    + earlier.keyPosition().line());
                }
            }
        }
        parser.getEvent();
        merged.forEach(value -> merge(value, entries));
        return new Mapping(position, List.copyOf(entries.values()));
    }

    /** The mapping's own keys win over merged ones, and earlier merged ones over later ones. */
    private void merge(ConfigNode value, Map<String, Entry> entries) {
        List<ConfigNode> sources = value instanceof Sequence sequence ? sequence.items() : List.of(value);
        for (ConfigNode from : sources) {
            if (from instanceof Mapping mapping) {
                mapping.entries().forEach(entry -> entries.putIfAbsent(entry.key(), entry));
            } else {
                problems.add(
                        from.position(),
                        "`<<` merges mappings, not " + from.described(),
                        "write an alias of a mapping: `<<: *name`");
            }
        }
    }

    private void checkTag(@Nullable String tag, Position position) {
        if (tag != null && !PLAIN_TAGS.contains(tag)) {
            problems.add(position, "a tag is not allowed here", "remove it, or quote a text that begins with `!`");
        }
    }

    private Position at(Mark mark) {
        return new Position(source, mark.getLine() + 1, mark.getColumn() + 1);
    }

    /** The position of a character, given its offset in UTF-16 units. */
    static Position positionAt(String source, String text, int offset) {
        int end = Math.min(offset, text.length());
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < end; i++) {
            if (endsLine(text, i)) {
                line++;
                lineStart = i + 1;
            }
        }
        return new Position(source, line, text.codePointCount(lineStart, end) + 1);
    }

    /** The line breaks that the parser counts, those of YAML 1.1. */
    private static boolean endsLine(String text, int i) {
        return switch (text.charAt(i)) {
            case '\n', '\u0085', '\u2028', '\u2029' -> true;
            case '\r' -> i + 1 == text.length() || text.charAt(i + 1) != '\n';
            default -> false;
        };
    }
}
