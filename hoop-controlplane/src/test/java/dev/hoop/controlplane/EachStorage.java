package dev.hoop.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContext;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** See {@link OnEachStorage}. */
final class EachStorage implements ClassTemplateInvocationContextProvider {

    @Override
    public boolean supportsClassTemplate(ExtensionContext context) {
        return true;
    }

    @Override
    public Stream<ClassTemplateInvocationContext> provideClassTemplateInvocationContexts(ExtensionContext context) {
        return Arrays.stream(StorageKind.values()).map(One::new);
    }

    private record One(StorageKind storage) implements ClassTemplateInvocationContext {

        @Override
        public String getDisplayName(int invocation) {
            return storage.name();
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new Parameters(storage));
        }
    }

    private record Parameters(StorageKind storage) implements ParameterResolver {

        /** Parameters are a test's own, not the class's. */
        @Override
        public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
            return ExtensionContextScope.TEST_METHOD;
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            Class<?> type = parameter.getParameter().getType();
            return type == TestPlane.class || type == Planes.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            Planes planes = context.getStore(Namespace.create(EachStorage.class, context.getUniqueId()))
                    .computeIfAbsent(Own.class, absent -> new Own(storage), Own.class)
                    .planes;
            try {
                return parameter.getParameter().getType() == Planes.class ? planes : planes.start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** What is one test's own. JUnit closes it after the test. */
    private static final class Own implements AutoCloseable {

        private final Path directory;
        private final Planes planes;

        Own(StorageKind storage) {
            try {
                directory = Files.createTempDirectory("hoop-plane-test");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            planes = new Planes(() -> directory, () -> storage);
        }

        @Override
        public void close() throws IOException {
            planes.end();
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
