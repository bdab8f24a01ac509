package dev.hoop.sidecar.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.config.ConfigNode;
import dev.hoop.config.Echo;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;

/** A configuration as JSON: for the plane to keep, or, with secrets masked, for people to look at. */
public final class ConfigJson {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String MASK = "***";

    private final boolean masked;

    private ConfigJson(boolean masked) {
        this.masked = masked;
    }

    /** Everything as it is written. */
    public static JsonNode complete(ConfigNode node) {
        return new ConfigJson(false).of("", node);
    }

    /** With {@code ***} for what may be secret. */
    public static JsonNode masked(ConfigNode node) {
        return new ConfigJson(true).of("", node);
    }

    private JsonNode of(String key, ConfigNode node) {
        if (node instanceof ConfigNode.Mapping mapping) {
            ObjectNode object = NODES.objectNode();
            mapping.entries().forEach(entry -> object.set(entry.key(), of(entry.key(), entry.value())));
            return object;
        }
        if (node instanceof ConfigNode.Sequence sequence) {
            ArrayNode array = NODES.arrayNode();
            sequence.items().forEach(item -> array.add(of(key, item)));
            return array;
        }
        ConfigNode.Scalar scalar = (ConfigNode.Scalar) node;
        return masked && Echo.looksSecret(key, scalar.text()) ? NODES.textNode(MASK) : scalar(scalar);
    }

    private static JsonNode scalar(ConfigNode.Scalar scalar) {
        String text = scalar.text();
        return switch (scalar.kind()) {
            case STRING -> NODES.textNode(text);
            case NULL -> NODES.nullNode();
            case BOOLEAN -> NODES.booleanNode(text.toLowerCase(Locale.ROOT).equals("true"));
            case INTEGER -> NODES.numberNode(integer(text));
            case FLOAT -> number(text);
        };
    }

    private static BigInteger integer(String text) {
        if (text.startsWith("0x")) {
            return new BigInteger(text.substring(2), 16);
        }
        return text.startsWith("0o") ? new BigInteger(text.substring(2), 8) : new BigInteger(text);
    }

    /** JSON has no infinity and no NaN; as text they are refused wherever a number is wanted, as they were before. */
    private static JsonNode number(String text) {
        String word = text.toLowerCase(Locale.ROOT);
        return word.endsWith("inf") || word.endsWith("nan")
                ? NODES.textNode(text)
                : NODES.numberNode(new BigDecimal(text));
    }
}
