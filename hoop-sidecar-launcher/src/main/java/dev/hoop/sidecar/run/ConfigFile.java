package dev.hoop.sidecar.run;

import dev.hoop.config.ConfigException;
import dev.hoop.config.ConfigNode;
import dev.hoop.config.Problems;
import dev.hoop.config.YamlReader;
import dev.hoop.controlplane.RuleRefusedException;
import dev.hoop.core.settings.SettingsReader;
import dev.hoop.core.settings.SidecarSettings;
import dev.hoop.sidecar.Failure;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A configuration, read and checked.
 *
 * @param document as it is written
 * @param settings what it says
 */
public record ConfigFile(ConfigNode.Mapping document, SidecarSettings settings) {

    /**
     * Reads a file.
     *
     * @throws Failure with every problem in it
     */
    public static ConfigFile read(Path path, SettingsReader reader) {
        Problems problems = new Problems();
        return checked(YamlReader.read(path, problems), problems, reader);
    }

    /**
     * Reads a document that is no file.
     *
     * @param source what problems call it
     * @throws Failure with every problem in it
     */
    public static ConfigFile read(String source, String text, SettingsReader reader) {
        Problems problems = new Problems();
        return checked(YamlReader.read(source, text, problems), problems, reader);
    }

    /** Whether the other has the same keys and values, in whatever order and notation. */
    boolean saysTheSameAs(ConfigFile other) {
        return ConfigJson.complete(document).equals(ConfigJson.complete(other.document));
    }

    private static ConfigFile checked(Optional<ConfigNode.Mapping> document, Problems problems, SettingsReader reader) {
        try {
            SidecarSettings settings = reader.read(document, problems);
            return new ConfigFile(document.orElseThrow(), settings);
        } catch (ConfigException e) {
            throw refused(e);
        }
    }

    /** The problems, one a line, with their number. */
    public static Failure refused(ConfigException e) {
        return refused(e.problems().size(), e);
    }

    /** The same of what was found only when the configuration was put to use. */
    public static Failure refused(RuleRefusedException e) {
        return refused(e.problems().size(), e);
    }

    private static Failure refused(int count, Exception e) {
        return new Failure(
                (count == 1 ? "the configuration has a problem:\n" : "the configuration has " + count + " problems:\n")
                        + e.getMessage(),
                e);
    }
}
