package dev.hoop.config;

import dev.hoop.config.ConfigNode.Entry;
import dev.hoop.config.ConfigNode.Mapping;
import dev.hoop.config.ConfigNode.Scalar;
import dev.hoop.config.ConfigNode.Sequence;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Binds one node to one type. */
final class ValueBinder {

    private final Problems problems;
    private final ScalarBinder scalars;

    ValueBinder(Problems problems) {
        this.problems = problems;
        this.scalars = new ScalarBinder(problems);
    }

    /** The value, or empty when there was a problem. */
    Optional<Object> bind(ConfigNode node, Type type, Slot slot) {
        if (type instanceof ParameterizedType parameterized) {
            return bindGeneric(node, parameterized, slot);
        }
        Class<?> target = (Class<?>) type;
        if (ConfigNode.class.isAssignableFrom(target)) {
            return raw(node, target, slot);
        }
        Optional<Method> parse = parseMethod(target);
        if (target.isRecord() && parse.isEmpty()) {
            return record(node, target.asSubclass(Record.class), slot);
        }
        if (node instanceof Scalar scalar && !(scalar.kind() == ScalarKind.NULL)) {
            return parse.isPresent() ? parsed(scalar, parse.get(), slot) : scalars.bind(scalar, target, slot);
        }
        return wrongKind(node, slot, ScalarBinder.expectation(target, slot));
    }

    private Optional<Object> bindGeneric(ConfigNode node, ParameterizedType type, Slot slot) {
        Type[] arguments = type.getActualTypeArguments();
        if (type.getRawType() == Optional.class) {
            return bind(node, arguments[0], slot).map(Optional::of);
        }
        if (type.getRawType() == Located.class) {
            return bind(node, arguments[0], slot).map(value -> new Located<>(value, node.position()));
        }
        if (type.getRawType() == List.class) {
            return list(node, arguments[0], slot);
        }
        if (type.getRawType() == Map.class && arguments[0] == String.class) {
            return map(node, arguments[1], slot);
        }
        throw new IllegalStateException("a component of type " + type + " cannot be bound");
    }

    private Optional<Object> list(ConfigNode node, Type itemType, Slot slot) {
        if (!(node instanceof Sequence sequence)) {
            return wrongKind(
                    node,
                    slot,
                    new Expectation("a list", "write `[a, b]`, or each item on a line that begins with `- `"));
        }
        if (slot.notEmpty() && sequence.items().isEmpty()) {
            return empty(node, slot);
        }
        List<Object> bound = new ArrayList<>();
        for (ConfigNode item : sequence.items()) {
            bind(item, itemType, slot.item()).ifPresent(bound::add);
        }
        return bound.size() == sequence.items().size() ? Optional.of(List.copyOf(bound)) : Optional.empty();
    }

    private Optional<Object> map(ConfigNode node, Type valueType, Slot slot) {
        if (!(node instanceof Mapping mapping)) {
            return wrongKind(node, slot, new Expectation("a mapping", "write keys and values below it"));
        }
        if (slot.notEmpty() && mapping.entries().isEmpty()) {
            return empty(node, slot);
        }
        Map<String, Object> bound = new LinkedHashMap<>();
        for (Entry entry : mapping.entries()) {
            // The entry's own key tells best whether its value may be repeated.
            Slot place = new Slot(slot.item().label(), slot.key() + "." + entry.key(), slot.range(), false);
            bind(entry.value(), valueType, place).ifPresent(value -> bound.put(entry.key(), value));
        }
        return bound.size() == mapping.entries().size()
                ? Optional.of(Collections.unmodifiableMap(bound))
                : Optional.empty();
    }

    private Optional<Object> raw(ConfigNode node, Class<?> kind, Slot slot) {
        if (kind.isInstance(node)) {
            return Optional.of(node);
        }
        if (kind == Mapping.class) {
            return wrongKind(node, slot, new Expectation("a mapping", "write keys and values below it"));
        }
        return wrongKind(
                node,
                slot,
                kind == Sequence.class
                        ? new Expectation("a list", "write `[a, b]`, or each item on a line that begins with `- `")
                        : new Expectation("a single value", "write one value"));
    }

    private Optional<Object> record(ConfigNode node, Class<? extends Record> type, Slot slot) {
        if (!(node instanceof Mapping mapping)) {
            String keys = Binder.listed(Binder.keysOf(type));
            return wrongKind(node, slot, new Expectation("a mapping", "write keys and values, of " + keys));
        }
        return Binder.bindMapping(mapping, type, problems).map(value -> value);
    }

    private Optional<Object> parsed(Scalar scalar, Method parse, Slot slot) {
        try {
            return Optional.of(parse.invoke(null, scalar.text()));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException refusal) {
                problems.add(Problem.ofSentence(scalar.position(), slot.label() + ": " + refusal.getMessage()));
                return Optional.empty();
            }
            throw new IllegalStateException(parse + " failed", e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(parse + " is not public", e);
        }
    }

    private Optional<Object> wrongKind(ConfigNode node, Slot slot, Expectation expected) {
        if (node instanceof Scalar scalar && scalar.kind() == ScalarKind.NULL) {
            problems.add(
                    node.position(),
                    slot.label() + " has no value",
                    "write " + expected.what() + ", or remove the key");
        } else {
            problems.add(
                    node.position(),
                    slot.label() + " must be " + expected.what() + ", not " + node.described(),
                    expected.fix());
        }
        return Optional.empty();
    }

    private Optional<Object> empty(ConfigNode node, Slot slot) {
        problems.add(node.position(), slot.label() + " is empty", "write at least one entry");
        return Optional.empty();
    }

    private static Optional<Method> parseMethod(Class<?> type) {
        if (type.isEnum() || type.isPrimitive() || type.getName().startsWith("java.")) {
            return Optional.empty();
        }
        try {
            Method parse = type.getMethod("parse", String.class);
            boolean usable = Modifier.isStatic(parse.getModifiers()) && parse.getReturnType() == type;
            parse.setAccessible(true);
            return usable ? Optional.of(parse) : Optional.empty();
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        }
    }

    /** What belongs at a place, and how to write it. */
    record Expectation(String what, String fix) {}
}
