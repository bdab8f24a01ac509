package dev.hoop.core.settings;

import dev.hoop.config.ConfigNode.Entry;
import dev.hoop.config.ConfigNode.Mapping;
import dev.hoop.config.Problems;
import java.util.List;

/**
 * What a configuration of this product may have but this build has not: refused by name, since a block that is ignored
 * protects nothing. The one place to lift that.
 */
final class NotYetSupported {

    /** Blocks of the document. */
    static final List<String> TOP_LEVEL = List.of("analyzer", "opa", "mask", "pii");

    /** Blocks of a listener. */
    static final List<String> OF_LISTENERS = List.of("analyzer", "opa", "mask", "pii");

    /** Protocols, which leave the list by being on the class path; their names are those of their blocks, too. */
    static final List<String> PROTOCOLS = List.of("http", "grpc", "postgres", "mysql", "mssql", "mongodb");

    private NotYetSupported() {}

    /** Refuses the blocks that are there, by name. */
    static void refuse(Mapping mapping, List<String> blocks, Problems problems) {
        for (Entry entry : mapping.entries()) {
            if (blocks.contains(entry.key())) {
                problems.add(
                        entry.keyPosition(),
                        "the `" + entry.key() + "` block is not supported by this build",
                        "remove it");
            }
        }
    }
}
