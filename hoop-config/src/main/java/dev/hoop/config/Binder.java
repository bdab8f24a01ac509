package dev.hoop.config;

import dev.hoop.config.ConfigNode.Entry;
import dev.hoop.config.ConfigNode.Mapping;
import dev.hoop.config.ConfigNode.Scalar;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Binds a tree to a record, strictly. Every problem is collected; nothing is guessed.
 *
 * <p>A component {@code maxConns} takes the key {@code max_conns}, unless {@link Key} names another. Its type is one of:
 * {@code String}, {@code int}, {@code long}, {@code boolean}, an enum (its constants in lower case), {@code Path} (as
 * written, so relative to the working directory), an absolute {@code URI}, a record, a type with a public static
 * {@code parse(String)} that throws {@link IllegalArgumentException}, {@link ConfigNode} or one of its kinds (taken raw),
 * or {@code Optional}, {@code List}, {@code Map<String, T>} or {@link Located} of those. A component of type
 * {@link Position} takes no key: it is where the mapping stands.
 *
 * <p>A key that is left out, or is {@code null}, takes its {@link Default}; without one an {@code Optional}, {@code List}
 * or {@code Map} is empty and everything else is a problem. {@link Range} and {@link NotEmpty} are checked. A record's
 * constructor may refuse its values with an {@link IllegalArgumentException} that says {@code what is wrong; what to write
 * instead}.
 *
 * <p>No text of a problem repeats the value of a key that looks secret.
 */
public final class Binder {

    private Binder() {}

    /**
     * Binds a mapping.
     *
     * @return the record; empty when there was any problem in it
     */
    public static <R extends Record> Optional<R> bind(ConfigNode node, Class<R> type, Problems problems) {
        if (!(node instanceof Mapping mapping)) {
            problems.add(node.position(), "this must be a mapping, not " + node.described(), "write keys and values");
            return Optional.empty();
        }
        return bindMapping(mapping, type, problems);
    }

    /**
     * Binds the part of a mapping that is one record's, where the rest is bound elsewhere.
     *
     * @param elsewhere the keys that are bound elsewhere: here they are neither bound nor unknown
     * @return the record; empty when there was any problem in it or an unknown key beside it
     */
    public static <R extends Record> Optional<R> bindPart(
            Mapping mapping, Class<R> type, List<String> elsewhere, Problems problems) {
        int before = problems.count();
        List<String> own = keysOf(type);
        checkKeys(mapping, Stream.concat(own.stream(), elsewhere.stream()).toList(), problems);
        Optional<R> bound = bindMapping(mapping.only(own), type, problems);
        return problems.count() == before ? bound : Optional.empty();
    }

    /** The keys that a record's mapping may have, in the order of its components. */
    public static List<String> keysOf(Class<? extends Record> type) {
        return Arrays.stream(type.getRecordComponents())
                .filter(component -> component.getType() != Position.class)
                .map(Binder::keyOf)
                .toList();
    }

    static <R extends Record> Optional<R> bindMapping(Mapping mapping, Class<R> type, Problems problems) {
        int before = problems.count();
        checkKeys(mapping, keysOf(type), problems);
        List<Object> values = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            if (component.getType() == Position.class) {
                values.add(mapping.position());
            } else {
                component(mapping, component, problems).ifPresent(values::add);
            }
        }
        if (values.size() < type.getRecordComponents().length) {
            return Optional.empty();
        }
        Optional<R> made = construct(mapping, type, values, problems);
        return problems.count() == before ? made : Optional.empty();
    }

    /** Adds a problem for every key of the mapping that is not among the known ones. */
    public static void checkKeys(Mapping mapping, List<String> known, Problems problems) {
        for (Entry entry : mapping.entries()) {
            if (!known.contains(entry.key())) {
                String fix = Nearest.to(entry.key(), known)
                        .map(near -> "did you mean `" + near + "`?")
                        .orElseGet(() -> known.isEmpty()
                                ? "remove it: no key is known here"
                                : "remove it, or write one of " + listed(known));
                problems.add(entry.keyPosition(), "unknown key " + Echo.of("", entry.key()), fix);
            }
        }
    }

    private static Optional<Object> component(Mapping mapping, RecordComponent component, Problems problems) {
        String key = keyOf(component);
        Slot slot = new Slot(
                "`" + key + "`",
                key,
                Optional.ofNullable(component.getAnnotation(Range.class)),
                component.isAnnotationPresent(NotEmpty.class));
        Type type = component.getGenericType();
        ValueBinder binder = new ValueBinder(problems);
        Optional<ConfigNode> given = mapping.get(key)
                .filter(node -> !(node instanceof Scalar scalar && scalar.isExplicitNull()) || takesRaw(type));
        if (given.isPresent()) {
            return binder.bind(given.get(), type, slot);
        }
        Default fallback = component.getAnnotation(Default.class);
        if (fallback != null) {
            return binder.bind(defaultNode(mapping.position(), fallback.value()), type, slot);
        }
        Optional<Object> empty = emptyOf(type, slot);
        if (empty.isEmpty()) {
            problems.add(mapping.position(), slot.label() + " is missing", "add `" + key + ":`");
        }
        return empty;
    }

    private static boolean takesRaw(Type type) {
        return type == ConfigNode.class;
    }

    private static ConfigNode defaultNode(Position position, String text) {
        return text.equals("{}") ? Mapping.empty(position) : new Scalar(position, text, ScalarKind.ofPlain(text));
    }

    private static Optional<Object> emptyOf(Type type, Slot slot) {
        Type raw = type instanceof ParameterizedType parameterized ? parameterized.getRawType() : type;
        if (raw == Optional.class) {
            return Optional.of(Optional.empty());
        }
        if (raw == List.class && !slot.notEmpty()) {
            return Optional.of(List.of());
        }
        return raw == Map.class && !slot.notEmpty() ? Optional.of(Map.of()) : Optional.empty();
    }

    private static <R extends Record> Optional<R> construct(
            Mapping mapping, Class<R> type, List<Object> values, Problems problems) {
        Class<?>[] parameters = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            Constructor<R> constructor = type.getDeclaredConstructor(parameters);
            constructor.setAccessible(true);
            return Optional.of(constructor.newInstance(values.toArray()));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException refusal) {
                problems.add(Problem.ofSentence(mapping.position(), String.valueOf(refusal.getMessage())));
                return Optional.empty();
            }
            throw new IllegalStateException("the constructor of " + type.getName() + " failed", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName() + " cannot be bound", e);
        }
    }

    private static String keyOf(RecordComponent component) {
        Key named = component.getAnnotation(Key.class);
        if (named != null) {
            return named.value();
        }
        StringBuilder key = new StringBuilder();
        component.getName().chars().forEach(c -> {
            if (Character.isUpperCase(c)) {
                key.append('_');
            }
            key.append((char) Character.toLowerCase(c));
        });
        return key.toString();
    }

    static String listed(List<String> words) {
        return words.stream().map(word -> "`" + word + "`").collect(Collectors.joining(", "));
    }
}
