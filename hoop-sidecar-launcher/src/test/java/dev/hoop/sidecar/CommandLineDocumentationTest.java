package dev.hoop.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** docs/command-line.md names what the command line knows, and nothing else. */
class CommandLineDocumentationTest {

    private static final Path PAGE = Path.of("..", "docs", "command-line.md");

    private static final Pattern VARIABLE = Pattern.compile("HOOP_[A-Z_]+");

    /** What every command has is said once, above the sections. */
    private static final List<String> EVERYWHERE = List.of("-h", "--help", "-V", "--version", "-v", "--verbose");

    private final String page = read(PAGE);

    @Test
    void everyCommandHasItsOptionsInItsSection() {
        CommandSpec root = new CommandLine(new RootCommand()).getCommandSpec();
        for (CommandLine command : root.subcommands().values()) {
            CommandSpec spec = command.getCommandSpec();
            if (!spec.usageMessage().hidden()) {
                check(spec, section(spec.name()));
            }
        }
    }

    private void check(CommandSpec spec, String section) {
        for (OptionSpec option : spec.options()) {
            for (String name : option.names()) {
                String shown = option.arity().max() == 0 ? name : name + " " + option.paramLabel();
                assertThat(EVERYWHERE.contains(name) ? page : section)
                        .as(spec.qualifiedName())
                        .contains("`" + (EVERYWHERE.contains(name) ? name : shown) + "`");
            }
        }
        for (CommandLine below : spec.subcommands().values()) {
            assertThat(section).contains("`" + below.getCommandSpec().qualifiedName());
            check(below.getCommandSpec(), section);
        }
    }

    @Test
    void namesNoOptionThatThereIsNot() {
        TreeSet<String> known = new TreeSet<>(EVERYWHERE);
        collect(new CommandLine(new RootCommand()).getCommandSpec(), known);

        assertThat(Pattern.compile("`(--?[a-zA-Z][a-z-]*)[` ]").matcher(page).results())
                .isNotEmpty()
                .allSatisfy(option -> assertThat(known).contains(option.group(1)));
    }

    private static void collect(CommandSpec spec, TreeSet<String> names) {
        spec.options().forEach(option -> names.addAll(List.of(option.names())));
        spec.subcommands().values().forEach(below -> collect(below.getCommandSpec(), names));
    }

    @Test
    void namesTheVariablesThatUsagesAndTheScriptName() {
        TreeSet<String> named = new TreeSet<>();
        CommandLine root = new CommandLine(new RootCommand());
        usages(root, named);
        variables(read(Path.of("..", "hoop")), named);

        TreeSet<String> documented = new TreeSet<>();
        variables(page, documented);
        assertThat(documented).containsAll(named).contains("HOOP_SIDECAR_CONFIG", "HOOP_JAVA_OPTS");
    }

    private static void usages(CommandLine command, TreeSet<String> found) {
        variables(command.getUsageMessage(), found);
        command.getSubcommands().values().forEach(below -> usages(below, found));
    }

    private static void variables(String text, TreeSet<String> found) {
        VARIABLE.matcher(text).results().forEach(match -> found.add(match.group()));
    }

    private String section(String command) {
        int from = page.indexOf("\n## `hoop " + command + "`");
        assertThat(from).as("a section of " + command).isNotNegative();
        int to = page.indexOf("\n## ", from + 1);
        return page.substring(from, to < 0 ? page.length() : to);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
