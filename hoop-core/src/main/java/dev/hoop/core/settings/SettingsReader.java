package dev.hoop.core.settings;

import dev.hoop.config.Binder;
import dev.hoop.config.ConfigException;
import dev.hoop.config.ConfigNode;
import dev.hoop.config.ConfigNode.Mapping;
import dev.hoop.config.Located;
import dev.hoop.config.Problems;
import dev.hoop.config.YamlReader;
import dev.hoop.core.guardrail.GuardrailMode;
import dev.hoop.core.guardrail.Rule;
import dev.hoop.core.guardrail.RuleReader;
import dev.hoop.core.guardrail.RuleVocabulary;
import dev.hoop.core.relay.Address;
import dev.hoop.core.settings.ListenerKeys.Guarding;
import dev.hoop.core.settings.ListenerKeys.GuardrailKeys;
import dev.hoop.core.spi.ListenerFactory;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Reads a sidecar's configuration: from its file, or from the document (YAML or JSON) that the Control Plane gives. Safe
 * for use by many threads.
 *
 * <p>Reading looks at the disk, to see that named files are there; it opens no socket and follows no URL.
 */
public final class SettingsReader {

    private static final List<String> KEYS = Stream.of(
                    LogSettings.class,
                    TopKeys.Plane.class,
                    TopKeys.Endpoints.class,
                    TopKeys.Trail.class,
                    Guarding.class,
                    TopKeys.Lanes.class)
            .flatMap(group -> Binder.keysOf(group).stream())
            .toList();

    private final Protocols protocols;

    /**
     * @param factories the protocols of this build
     * @throws IllegalArgumentException when two have the same id, or bring a rule type of the same name
     */
    public SettingsReader(List<ListenerFactory<?>> factories) {
        this.protocols = new Protocols(factories);
        // A fault of the class path shows at once, not with the first document.
        new RuleReader(protocols.vocabularies(), new Problems());
    }

    /**
     * Reads a file.
     *
     * @throws ConfigException with every problem in it
     */
    public SidecarSettings read(Path file) throws ConfigException {
        return read(problems -> YamlReader.read(file, problems));
    }

    /**
     * Reads a document that is no file.
     *
     * @param source what positions call it
     * @throws ConfigException with every problem in it
     */
    public SidecarSettings read(String source, String text) throws ConfigException {
        return read(problems -> YamlReader.read(source, text, problems));
    }

    private SidecarSettings read(Function<Problems, Optional<Mapping>> reading) throws ConfigException {
        Problems problems = new Problems();
        return read(reading.apply(problems), problems);
    }

    /**
     * Checks a document that was read already.
     *
     * @param document empty where it could not be read, which is among the problems then
     * @param problems those of its reading
     * @throws ConfigException with every problem in it
     */
    public SidecarSettings read(Optional<Mapping> document, Problems problems) throws ConfigException {
        Optional<SidecarSettings> settings = document.flatMap(known -> new Reading(problems).settings(known));
        problems.throwIfAny();
        return settings.orElseThrow(() -> new IllegalStateException("a problem was not told"));
    }

    /** One run over one document. */
    private final class Reading {

        private final Problems problems;
        private final RuleReader rules;

        Reading(Problems problems) {
            this.problems = problems;
            this.rules = new RuleReader(protocols.vocabularies(), problems);
        }

        Optional<SidecarSettings> settings(Mapping written) {
            NotYetSupported.refuse(written, NotYetSupported.TOP_LEVEL, problems);
            Mapping document = written.without(NotYetSupported.TOP_LEVEL);
            Binder.checkKeys(document, KEYS, problems);

            Optional<LogSettings> log = bind(document, LogSettings.class);
            Optional<TopKeys.Plane> plane = bind(document, TopKeys.Plane.class);
            plane.flatMap(TopKeys.Plane::controlPlaneUrl).ifPresent(this::checkUrl);
            Optional<TopKeys.Endpoints> endpoints = bind(document, TopKeys.Endpoints.class);
            Optional<Located<Address>> admin =
                    endpoints.flatMap(TopKeys.Endpoints::admin).flatMap(this::adminListen);
            Optional<Located<TopKeys.Mcp>> writtenMcp = endpoints.flatMap(TopKeys.Endpoints::mcp);
            Optional<McpSettings> mcp = writtenMcp.flatMap(new McpReader(problems)::read);
            Optional<TopKeys.Trail> trail = bind(document, TopKeys.Trail.class);
            Optional<GuardrailKeys> inherited = bind(document, Guarding.class).map(Guarding::guardrails);
            List<ConfigNode> lanes = bind(document, TopKeys.Lanes.class)
                    .map(TopKeys.Lanes::listeners)
                    .orElse(List.of());

            ListenerReader reader = new ListenerReader(protocols, rules, problems);
            List<ListenerDraft> drafts =
                    lanes.stream().flatMap(lane -> reader.read(lane).stream()).toList();
            Optional<Path> trusted = plane.flatMap(TopKeys.Plane::trust)
                    .map(TopKeys.Trust::caFile)
                    .map(ExistingFile::path);
            ListenerAssembly assembly = new ListenerAssembly(
                    inheritedRules(GuardrailKeys.rules(document, inherited), lanes, drafts),
                    inherited.flatMap(GuardrailKeys::mode).orElse(GuardrailMode.ENFORCE),
                    trusted,
                    problems);
            List<ListenerSettings> listeners = assembly.assemble(drafts, own(admin, writtenMcp, mcp));
            if (!problems.isEmpty()) {
                return Optional.empty();
            }
            if (listeners.size() != lanes.size()) {
                // A listener that is left out in silence guards nothing.
                throw new IllegalStateException("a problem of a listener was not told");
            }
            return Optional.of(new SidecarSettings(
                    log.orElseThrow(),
                    plane.orElseThrow().controlPlaneUrl().map(Located::value),
                    admin.map(Located::value),
                    mcp,
                    trail.orElseThrow().audit(),
                    trusted,
                    listeners));
        }

        private <R extends Record> Optional<R> bind(Mapping document, Class<R> group) {
            return Binder.bind(document.only(Binder.keysOf(group)), group, problems);
        }

        private void checkUrl(Located<URI> url) {
            String scheme = String.valueOf(url.value().getScheme());
            if (!scheme.matches("(?i)https?") || url.value().getHost() == null) {
                problems.add(
                        url.position(),
                        "`control_plane_url` must be an http or https URL with a host",
                        "write one like `http://127.0.0.1:8009`");
            } else if (url.value().getRawUserInfo() != null) {
                problems.add(
                        url.position(),
                        "`control_plane_url` must not carry a credential",
                        "remove what stands before the `@`; the sidecar's token comes from --token-file or"
                                + " HOOP_SIDECAR_TOKEN");
            }
        }

        private Optional<Located<Address>> adminListen(TopKeys.Admin admin) {
            return Places.tcp("listen", admin.listen(), problems)
                    .map(address -> new Located<>(address, admin.listen().position()));
        }

        private List<Located<Address>> own(
                Optional<Located<Address>> admin, Optional<Located<TopKeys.Mcp>> written, Optional<McpSettings> mcp) {
            Optional<Located<Address>> mcpListen = mcp.flatMap(read -> written.map(
                    block -> new Located<>(read.listen(), block.value().listen().position())));
            return Stream.concat(admin.stream(), mcpListen.stream()).toList();
        }

        private Map<String, List<Rule>> inheritedRules(
                List<ConfigNode> written, List<ConfigNode> lanes, List<ListenerDraft> drafts) {
            Map<String, RuleVocabulary> inUse = new LinkedHashMap<>();
            drafts.forEach(draft -> draft.vocabulary().ifPresent(known -> inUse.put(known.protocol(), known)));
            boolean complete = !lanes.isEmpty()
                    && drafts.size() == lanes.size()
                    && drafts.stream().allMatch(draft -> draft.vocabulary().isPresent());
            return rules.inherited(written, List.copyOf(inUse.values()), complete);
        }
    }
}
