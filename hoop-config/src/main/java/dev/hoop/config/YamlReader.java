package dev.hoop.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads a YAML document into a tree with positions. JSON is YAML, so it reads JSON too.
 *
 * <p>Bounds: {@value #MAX_BYTES} bytes of input, {@value #MAX_DEPTH} levels, {@value #MAX_NODES} nodes once aliases are
 * expanded. One document, a mapping; no tags beyond {@code !!str}, {@code !!map} and {@code !!seq}. Scalars follow YAML
 * 1.2's core schema. Anchors, aliases and merge keys ({@code <<}) work. A top-level key that starts with {@code x-} is
 * left out: it is the author's place for anchors.
 */
public final class YamlReader {

    /** The largest document, in bytes of UTF-8. */
    public static final int MAX_BYTES = 1 << 20;

    /** The deepest nesting. */
    public static final int MAX_DEPTH = 64;

    /** The largest tree, aliases expanded. */
    public static final int MAX_NODES = 100_000;

    private YamlReader() {}

    /**
     * Reads a file.
     *
     * @return the document's mapping; empty when it cannot be read, which the problems then say
     */
    public static Optional<ConfigNode.Mapping> read(Path file, Problems problems) {
        Position start = Position.startOf(file.toString());
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (NoSuchFileException e) {
            problems.add(start, "there is no such file", "give the path of the configuration file");
            return Optional.empty();
        } catch (AccessDeniedException e) {
            problems.add(start, "this user may not read the file", "give it read permission");
            return Optional.empty();
        } catch (IOException e) {
            problems.add(start, "the file cannot be read", "give the path of a readable file, not of a directory");
            return Optional.empty();
        }
        return read(file.toString(), bytes, problems);
    }

    /**
     * Reads a document that is no file.
     *
     * @param source what positions call it
     * @return as for a file
     */
    public static Optional<ConfigNode.Mapping> read(String source, String text, Problems problems) {
        if (text.length() > MAX_BYTES || text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            return tooLarge(source, problems);
        }
        // A byte order mark is allowed at the very beginning, where it is no content.
        String content = text.startsWith("\uFEFF") ? text.substring(1) : text;
        return new TreeComposer(source, content, problems).compose().map(YamlReader::withoutPrivateKeys);
    }

    private static Optional<ConfigNode.Mapping> read(String source, byte[] bytes, Problems problems) {
        if (bytes.length > MAX_BYTES) {
            return tooLarge(source, problems);
        }
        ByteBuffer input = ByteBuffer.wrap(bytes);
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(input)
                    .toString();
            return read(source, text, problems);
        } catch (CharacterCodingException e) {
            String before = new String(bytes, 0, input.position(), StandardCharsets.UTF_8);
            problems.add(
                    TreeComposer.positionAt(source, before, before.length()),
                    "the file is not UTF-8 text",
                    "save it as UTF-8");
            return Optional.empty();
        }
    }

    private static Optional<ConfigNode.Mapping> tooLarge(String source, Problems problems) {
        problems.add(
                Position.startOf(source),
                "the document is larger than " + MAX_BYTES + " bytes",
                "shorten it; anchors and aliases spare repetition");
        return Optional.empty();
    }

    private static ConfigNode.Mapping withoutPrivateKeys(ConfigNode.Mapping document) {
        return new ConfigNode.Mapping(
                document.position(),
                document.entries().stream()
                        .filter(entry -> !entry.key().startsWith("x-"))
                        .toList());
    }
}
