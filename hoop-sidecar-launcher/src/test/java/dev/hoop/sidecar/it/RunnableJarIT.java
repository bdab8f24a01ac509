package dev.hoop.sidecar.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** What merging many jars into one may lose. */
class RunnableJarIT {

    @Test
    void hasWhatItNeedsToRunEverywhere() throws Exception {
        try (JarFile jar = new JarFile(HoopProcess.jar().toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            assertThat(manifest.getValue("Main-Class")).isEqualTo("dev.hoop.sidecar.Main");
            assertThat(manifest.getValue("Multi-Release")).isEqualTo("true");
            assertThat(manifest.getValue("Enable-Native-Access")).isEqualTo("ALL-UNNAMED");
            List<String> names = jar.stream().map(ZipEntry::getName).toList();
            assertThat(names)
                    .contains(
                            "META-INF/native/libnetty_transport_native_epoll_x86_64.so",
                            "META-INF/native/libnetty_transport_native_epoll_aarch_64.so",
                            "META-INF/services/dev.hoop.core.spi.ListenerFactory",
                            "META-INF/services/java.sql.Driver",
                            "META-INF/services/org.slf4j.spi.SLF4JServiceProvider")
                    .noneMatch(name -> name.matches("META-INF/[^/]+\\.(SF|DSA|RSA)"))
                    .noneMatch(name -> name.endsWith("module-info.class"))
                    // The demo's PostgreSQL, what starts it and what that needs.
                    .noneMatch(name -> name.startsWith("io/zonky/") || name.endsWith(".txz"))
                    .noneMatch(name -> name.startsWith("org/tukaani/") || name.startsWith("org/apache/commons/"));
            assertThat(read(jar, "META-INF/services/dev.hoop.core.spi.ListenerFactory"))
                    .contains("dev.hoop.proto.http.HttpListenerFactory");
            assertThat(read(jar, "META-INF/LICENSE.txt") + read(jar, "META-INF/LICENSE"))
                    .contains("Apache License");
        }
    }

    private static String read(JarFile jar, String name) throws Exception {
        try (var in = jar.getInputStream(jar.getEntry(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
