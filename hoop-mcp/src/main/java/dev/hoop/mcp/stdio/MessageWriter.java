package dev.hoop.mcp.stdio;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.web.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes messages, each on a line of its own, from any thread. */
final class MessageWriter {

    private static final Logger LOG = LoggerFactory.getLogger(MessageWriter.class);

    private final OutputStream out;

    MessageWriter(OutputStream out) {
        this.out = out;
    }

    void write(JsonNode message) {
        byte[] line = (Json.write(message) + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (out) {
            try {
                out.write(line);
                out.flush();
            } catch (IOException e) {
                // The client is gone; the end of its input ends this process.
                LOG.debug("event=mcp.stdio.output_closed");
            }
        }
    }
}
