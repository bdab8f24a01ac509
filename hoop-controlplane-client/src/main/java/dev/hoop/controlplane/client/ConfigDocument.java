package dev.hoop.controlplane.client;

/**
 * A sidecar's configuration as it travels between plane and sidecar: one JSON object with the keys of
 * {@code config.yaml}. JSON is YAML, so the reader of configuration files reads it as it stands.
 *
 * @param json the object's text
 */
public record ConfigDocument(String json) {

    /** The name of such a document in the positions of problems. */
    public static final String SOURCE = "control plane";

    /** Says how long it is and no more: a configuration may name what is nobody's business. */
    @Override
    public String toString() {
        return "ConfigDocument[" + json.length() + " characters]";
    }
}
