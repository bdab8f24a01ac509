package dev.hoop.core;

import dev.hoop.core.spi.ListenerFactory;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** The protocols on the class path. */
public final class ListenerFactories {

    private ListenerFactories() {}

    /**
     * Finds them by {@link ServiceLoader}.
     *
     * @throws IllegalArgumentException when two have the same protocol id; the message names both of their jars
     */
    public static List<ListenerFactory<?>> load(ClassLoader loader) {
        List<ListenerFactory<?>> found = new ArrayList<>();
        for (ListenerFactory<?> factory : ServiceLoader.load(ListenerFactory.class, loader)) {
            found.add(factory);
        }
        checkUnique(found);
        return List.copyOf(found);
    }

    static void checkUnique(List<ListenerFactory<?>> factories) {
        Map<String, ListenerFactory<?>> byId = new LinkedHashMap<>();
        for (ListenerFactory<?> factory : factories) {
            ListenerFactory<?> earlier = byId.putIfAbsent(factory.protocol(), factory);
            if (earlier != null) {
                throw new IllegalArgumentException(
                        "the protocol " + factory.protocol() + " is on the class path twice, in " + origin(earlier)
                                + " and in " + origin(factory) + "; remove one of them");
            }
        }
    }

    private static String origin(ListenerFactory<?> factory) {
        CodeSource source = factory.getClass().getProtectionDomain().getCodeSource();
        String place = source == null || source.getLocation() == null
                ? "an unknown place"
                : source.getLocation().getPath();
        return place + " (" + factory.getClass().getName() + ")";
    }
}
