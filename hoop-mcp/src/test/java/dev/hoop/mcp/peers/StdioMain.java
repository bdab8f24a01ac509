package dev.hoop.mcp.peers;

import dev.hoop.mcp.stdio.StdioBridge;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.URI;

/** The bridge as a program, for clients that start one. */
final class StdioMain {

    private StdioMain() {}

    public static void main(String[] args) throws IOException {
        try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
            new StdioBridge(URI.create(args[0]), out).run(System.in);
        }
    }
}
