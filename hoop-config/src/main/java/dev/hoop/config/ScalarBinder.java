package dev.hoop.config;

import dev.hoop.config.ConfigNode.Scalar;
import dev.hoop.config.ValueBinder.Expectation;
import java.math.BigInteger;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Binds a single value to the types of the JDK that a component may have. */
final class ScalarBinder {

    private final Problems problems;

    ScalarBinder(Problems problems) {
        this.problems = problems;
    }

    Optional<Object> bind(Scalar scalar, Class<?> type, Slot slot) {
        if (type == String.class) {
            return text(scalar, slot);
        }
        if (type == int.class || type == Integer.class) {
            return number(scalar, Integer.MIN_VALUE, Integer.MAX_VALUE, type, slot)
                    .map(Long::intValue);
        }
        if (type == long.class || type == Long.class) {
            return number(scalar, Long.MIN_VALUE, Long.MAX_VALUE, type, slot).map(number -> number);
        }
        if (type == boolean.class || type == Boolean.class) {
            return scalar.kind() == ScalarKind.BOOLEAN
                    ? Optional.of(scalar.text().equalsIgnoreCase("true"))
                    : refuse(scalar, type, slot);
        }
        if (type.isEnum()) {
            return constant(scalar, type, slot);
        }
        if (type == Path.class) {
            return path(scalar, slot);
        }
        if (type == URI.class) {
            return uri(scalar, slot);
        }
        throw new IllegalStateException("a component of " + type + " cannot be bound");
    }

    /** What belongs in a component of that type. */
    static Expectation expectation(Class<?> type, Slot slot) {
        if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
            String fix = slot.range()
                    .map(range -> "write a number from " + range.min() + " to " + range.max())
                    .orElse("write digits without quotes");
            return new Expectation("a whole number", fix);
        }
        if (type == boolean.class || type == Boolean.class) {
            return new Expectation("true or false", "write `true` or `false`");
        }
        if (type.isEnum()) {
            String words = Binder.listed(words(type));
            return new Expectation("one of " + words, "write one of " + words);
        }
        if (type == Path.class) {
            return new Expectation("the path of a file", "write one path");
        }
        if (type == URI.class) {
            return new Expectation("a URL", "write one URL");
        }
        return new Expectation("text", "write one value");
    }

    private Optional<Object> text(Scalar scalar, Slot slot) {
        if (slot.notEmpty() && scalar.text().isBlank()) {
            problems.add(scalar.position(), slot.label() + " is empty", "write a text");
            return Optional.empty();
        }
        return Optional.of(scalar.text());
    }

    private Optional<Long> number(Scalar scalar, long least, long most, Class<?> type, Slot slot) {
        if (scalar.kind() != ScalarKind.INTEGER) {
            refuse(scalar, type, slot);
            return Optional.empty();
        }
        long min = slot.range().map(Range::min).orElse(least);
        long max = slot.range().map(Range::max).orElse(most);
        BigInteger value = integer(scalar.text());
        if (value.compareTo(BigInteger.valueOf(min)) < 0 || value.compareTo(BigInteger.valueOf(max)) > 0) {
            problems.add(
                    scalar.position(),
                    slot.label() + " cannot be " + Echo.of(slot.key(), scalar.text()),
                    "write a number from " + min + " to " + max);
            return Optional.empty();
        }
        return Optional.of(value.longValueExact());
    }

    private static BigInteger integer(String text) {
        if (text.length() > 32) {
            // Beyond every bound; parsing a long run of digits takes quadratic time.
            return text.startsWith("-") ? BigInteger.ONE.shiftLeft(200).negate() : BigInteger.ONE.shiftLeft(200);
        }
        if (text.startsWith("0x")) {
            return new BigInteger(text.substring(2), 16);
        }
        return text.startsWith("0o") ? new BigInteger(text.substring(2), 8) : new BigInteger(text);
    }

    private Optional<Object> constant(Scalar scalar, Class<?> type, Slot slot) {
        for (Object constant : type.getEnumConstants()) {
            if (word(constant).equals(scalar.text())) {
                return Optional.of(constant);
            }
        }
        Expectation expected = expectation(type, slot);
        problems.add(
                scalar.position(),
                slot.label() + " cannot be " + Echo.of(slot.key(), scalar.text()),
                Nearest.to(scalar.text(), words(type))
                        .map(near -> "did you mean `" + near + "`?")
                        .orElse(expected.fix()));
        return Optional.empty();
    }

    private static List<String> words(Class<?> type) {
        List<String> words = new ArrayList<>();
        for (Object constant : type.getEnumConstants()) {
            words.add(word(constant));
        }
        return words;
    }

    private static String word(Object constant) {
        return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT);
    }

    private Optional<Object> path(Scalar scalar, Slot slot) {
        try {
            if (!scalar.text().isBlank()) {
                return Optional.of(Path.of(scalar.text()));
            }
        } catch (InvalidPathException e) {
            // Said below: which characters a path may have is the system's business.
        }
        return refuse(scalar, Path.class, slot);
    }

    private Optional<Object> uri(Scalar scalar, Slot slot) {
        try {
            URI uri = new URI(scalar.text());
            if (uri.isAbsolute()) {
                return Optional.of(uri);
            }
        } catch (URISyntaxException e) {
            // Said below: the exception repeats the value, which may carry a credential.
        }
        return refuse(scalar, URI.class, slot);
    }

    private Optional<Object> refuse(Scalar scalar, Class<?> type, Slot slot) {
        Expectation expected = expectation(type, slot);
        problems.add(
                scalar.position(),
                slot.label() + " must be " + expected.what() + ", not " + Echo.of(slot.key(), scalar.text()),
                expected.fix());
        return Optional.empty();
    }
}
