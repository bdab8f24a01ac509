package dev.hoop.sidecar.mcp;

import dev.hoop.mcp.stdio.StdioBridge;
import dev.hoop.sidecar.Failure;
import dev.hoop.sidecar.Verbosity;
import dev.hoop.sidecar.log.LogSetup;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code hoop mcp-stdio}: the tools of a sidecar's MCP server for a client that only starts commands. */
@Command(
        name = "mcp-stdio",
        description = "Serves the tools of a Sidecar's MCP server over standard input and output.",
        mixinStandardHelpOptions = true)
public final class McpStdioCommand implements Callable<Integer> {

    @Option(
            names = "--url",
            paramLabel = "URL",
            required = true,
            description = "The MCP server, such as http://127.0.0.1:8765/mcp.")
    private String url = "";

    @ParentCommand
    private Verbosity parent = () -> false;

    @Override
    public Integer call() {
        // Standard output belongs to the protocol.
        LogSetup.apply("warn", LogSetup.Format.KV, parent.verbose());
        try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
            new StdioBridge(endpoint(url), out).run(System.in);
            return 0;
        } catch (IOException e) {
            throw new Failure("standard input cannot be read: " + e.getMessage(), e);
        }
    }

    private static URI endpoint(String text) {
        try {
            URI uri = new URI(text);
            boolean web = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            if (web && uri.getHost() != null) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // Told below.
        }
        throw new Failure("--url must be the address of an MCP server, such as http://127.0.0.1:8765/mcp");
    }
}
