package dev.hoop.core.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.config.Binder;
import dev.hoop.config.Default;
import dev.hoop.config.Position;
import dev.hoop.config.Range;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Checks that the reference of the configuration has a row for every key of a record, with its bounds and its default. */
public final class DocumentedKeys {

    private static final Path REFERENCE = Path.of("..", "docs", "configuration.md");

    private DocumentedKeys() {}

    /** Checks a record and every record that its components are made of. */
    public static void check(Class<? extends Record> type) {
        List<RecordComponent> components = Stream.of(type.getRecordComponents())
                .filter(component -> component.getType() != Position.class)
                .toList();
        List<String> keys = Binder.keysOf(type);
        for (int i = 0; i < components.size(); i++) {
            checkRow(type, keys.get(i), components.get(i));
            nested(components.get(i).getGenericType()).forEach(DocumentedKeys::check);
        }
    }

    private static void checkRow(Class<?> type, String key, RecordComponent component) {
        Default fallback = component.getAnnotation(Default.class);
        Range range = component.getAnnotation(Range.class);
        assertThat(rows())
                .as("a row of docs/configuration.md for `%s` of %s with its default and bounds", key, type.getName())
                .anyMatch(row -> row.startsWith("|")
                        && row.contains("`" + key + "`")
                        && (fallback == null || fallback.value().equals("{}") || row.contains(fallback.value()))
                        && (range == null || row.contains(range.min() + " to " + range.max())));
    }

    private static Stream<Class<? extends Record>> nested(Type type) {
        if (type instanceof ParameterizedType generic) {
            return Stream.of(generic.getActualTypeArguments()).flatMap(DocumentedKeys::nested);
        }
        Class<?> target = (Class<?>) type;
        boolean readsItself = Stream.of(target.getMethods())
                .anyMatch(method -> method.getName().equals("parse"));
        return target.isRecord() && !readsItself ? Stream.of(target.asSubclass(Record.class)) : Stream.empty();
    }

    private static List<String> rows() {
        try {
            return Files.readAllLines(REFERENCE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
