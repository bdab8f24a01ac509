package dev.hoop.mcp.internal.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.web.Json;

/**
 * Who this server is.
 *
 * @param name for programs
 * @param title for people
 * @param version of the software
 * @param instructions for the model behind the client
 */
public record ServerInfo(String name, String title, String version, String instructions) {

    ObjectNode toJson() {
        return Json.object().put("name", name).put("title", title).put("version", version);
    }
}
