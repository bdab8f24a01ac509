package dev.hoop.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** JSON in and out, as trees: the wire's names stay visible where they are used. */
public final class Json {

    /** Deeper nesting is refused. */
    private static final int MAX_DEPTH = 64;

    /**
     * More tokens (a value, a key, a brace or a bracket are one each) are refused: as a tree, each of the smallest takes some
     * forty times the byte or two that it was sent in.
     */
    static final int MAX_TOKENS = 50_000;

    /** Longer texts are refused, whatever a server's bound for bodies is; in characters. */
    private static final int MAX_TEXT = 1024 * 1024;

    private static final int MAX_NAME = 1_000;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxTokenCount(MAX_TOKENS)
                            .maxStringLength(MAX_TEXT)
                            .maxNameLength(MAX_NAME)
                            .build())
                    // Names are whatever somebody sends: the JVM need not remember them.
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                    // A second key of the same name would let two readers of one document disagree.
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    /** An empty object. */
    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** An empty array. */
    public static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    /**
     * Reads exactly one document.
     *
     * @throws WebFailure 400 when it is not one, has a duplicate key, is nested deeper than 64, has more than 50,000 tokens, or
     *     a text of more than a million characters
     */
    public static JsonNode read(byte[] bytes) {
        try {
            JsonNode node = MAPPER.readTree(bytes);
            if (node == null || node.isMissingNode()) {
                throw new WebFailure(400, "the body is empty: send a JSON document");
            }
            return node;
        } catch (StreamConstraintsException e) {
            throw new WebFailure(
                    400,
                    "the JSON is larger than is read here: send at most " + MAX_DEPTH + " levels, " + MAX_TOKENS
                            + " values, keys and brackets, and short names");
        } catch (JsonProcessingException e) {
            // The parser's own message quotes the input; the position is enough to find the mistake.
            JsonLocation at = e.getLocation();
            throw new WebFailure(
                    400,
                    at == null
                            ? "the body is not valid JSON"
                            : "the body is not valid JSON: see line " + at.getLineNr() + ", column "
                                    + at.getColumnNr());
        } catch (IOException e) {
            throw new WebFailure(400, "the body is not valid JSON");
        }
    }

    /** Reads one document from text; see {@link #read(byte[])}. */
    public static JsonNode read(String text) {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The document as compact text. */
    public static String write(JsonNode node) {
        try {
            return MAPPER.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree can always be written", e);
        }
    }

    /** An answer with a JSON body. */
    public static WebResponse response(int status, JsonNode node) {
        return WebResponse.of(status, "application/json", write(node).getBytes(StandardCharsets.UTF_8));
    }
}
