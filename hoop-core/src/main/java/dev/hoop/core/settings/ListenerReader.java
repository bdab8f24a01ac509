package dev.hoop.core.settings;

import dev.hoop.config.Binder;
import dev.hoop.config.ConfigNode;
import dev.hoop.config.ConfigNode.Mapping;
import dev.hoop.config.ConfigNode.Scalar;
import dev.hoop.config.Echo;
import dev.hoop.config.Located;
import dev.hoop.config.Problems;
import dev.hoop.core.guardrail.Rule;
import dev.hoop.core.guardrail.RuleReader;
import dev.hoop.core.guardrail.RuleVocabulary;
import dev.hoop.core.relay.Address;
import dev.hoop.core.settings.ListenerKeys.Guarding;
import dev.hoop.core.settings.ListenerKeys.GuardrailKeys;
import dev.hoop.core.settings.ListenerKeys.Identity;
import dev.hoop.core.settings.ListenerKeys.Reviewing;
import dev.hoop.core.settings.ListenerKeys.Tls;
import dev.hoop.core.settings.ListenerKeys.Traffic;
import dev.hoop.core.spi.ListenerFactory;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads one listener, as far as it can be read, and notes every problem in it. */
final class ListenerReader {

    /** The longest name, in characters: it is a label of metrics and a column of the plane's page. */
    private static final int MAX_NAME_LENGTH = 128;

    /** A field name of HTTP (RFC 9110, section 5.6.2), which a metadata key of gRPC is, too. */
    private static final Pattern FIELD_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}");

    private static final List<String> KEYS = Stream.of(
                    Identity.class,
                    ListenerKeys.Places.class,
                    Tls.class,
                    Traffic.class,
                    Guarding.class,
                    Reviewing.class)
            .flatMap(group -> Binder.keysOf(group).stream())
            .toList();

    private final Protocols protocols;
    private final RuleReader rules;
    private final Problems problems;

    ListenerReader(Protocols protocols, RuleReader rules, Problems problems) {
        this.protocols = protocols;
        this.rules = rules;
        this.problems = problems;
    }

    /** The listener; empty when what is written is no mapping. */
    Optional<ListenerDraft> read(ConfigNode node) {
        if (!(node instanceof Mapping written)) {
            problems.add(
                    node.position(),
                    "a listener must be a mapping, not " + node.described(),
                    "write its keys and values");
            return Optional.empty();
        }
        NotYetSupported.refuse(written, NotYetSupported.OF_LISTENERS, problems);
        List<String> blocks = protocols.blocks();
        Mapping listener = written.without(NotYetSupported.OF_LISTENERS);
        Binder.checkKeys(listener.without(blocks), KEYS, problems);

        bind(listener, Identity.class);
        Optional<Located<String>> name = text(listener, "name").filter(this::isGoodName);
        Optional<ListenerFactory<?>> protocol =
                text(listener, "protocol").flatMap(word -> protocols.find(word, problems));
        Optional<RuleVocabulary> vocabulary = protocol.flatMap(known -> protocols.vocabulary(known.protocol()));
        Optional<ListenerKeys.Places> places = bind(listener, ListenerKeys.Places.class);
        Optional<GuardrailKeys> guardrails = bind(listener, Guarding.class).map(Guarding::guardrails);
        return Optional.of(new ListenerDraft(
                written,
                name,
                protocol,
                vocabulary,
                protocol.flatMap(known -> protocols.block(listener, known, problems)),
                places.flatMap(this::listen),
                places.flatMap(keys -> Places.upstream(keys.upstream(), problems)),
                bind(listener, Tls.class),
                traffic(listener, protocol),
                guardrails.flatMap(GuardrailKeys::mode),
                ownRules(GuardrailKeys.rules(listener, guardrails), vocabulary),
                bind(listener, Reviewing.class).map(Reviewing::review)));
    }

    private <R extends Record> Optional<R> bind(Mapping listener, Class<R> group) {
        return Binder.bind(listener.only(Binder.keysOf(group)), group, problems);
    }

    /** A text that is there; that it must be is said by the binding of its group. */
    private static Optional<Located<String>> text(Mapping listener, String key) {
        return listener.get(key)
                .filter(node -> node instanceof Scalar)
                .map(node -> new Located<>(((Scalar) node).text(), node.position()))
                .filter(text -> !text.value().isBlank());
    }

    private boolean isGoodName(Located<String> name) {
        if (name.value().length() > MAX_NAME_LENGTH || name.value().chars().anyMatch(Character::isISOControl)) {
            problems.add(
                    name.position(),
                    "`name` cannot be " + Echo.of("name", name.value()),
                    "write at most " + MAX_NAME_LENGTH + " characters on one line");
            return false;
        }
        return true;
    }

    private Optional<Located<Address>> listen(ListenerKeys.Places keys) {
        return Places.listen(keys.listen(), keys.network(), problems)
                .map(address -> new Located<>(address, keys.listen().position()));
    }

    private Optional<Traffic> traffic(Mapping listener, Optional<ListenerFactory<?>> protocol) {
        Optional<Traffic> bound = bind(listener, Traffic.class);
        bound.flatMap(Traffic::identityHeader).ifPresent(header -> {
            if (!FIELD_NAME.matcher(header.value()).matches()) {
                problems.add(
                        header.position(),
                        "`identity_header` cannot be " + Echo.of("identity_header", header.value()),
                        "write the name of a header, such as `x-user`");
            }
            if (protocol.isPresent() && !protocol.get().readsIdentityHeader()) {
                problems.add(
                        header.position(),
                        "a `" + protocol.get().protocol() + "` listener reads no `identity_header`",
                        "remove it");
            }
        });
        return bound;
    }

    /** None without its protocol, since it is not known then what a rule may say. */
    private List<Rule> ownRules(List<ConfigNode> written, Optional<RuleVocabulary> vocabulary) {
        return vocabulary.map(known -> rules.own(written, known)).orElse(List.of());
    }
}
