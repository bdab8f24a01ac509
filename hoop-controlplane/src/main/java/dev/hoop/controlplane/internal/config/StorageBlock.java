package dev.hoop.controlplane.internal.config;

import dev.hoop.config.Binder;
import dev.hoop.config.ConfigNode;
import dev.hoop.config.Default;
import dev.hoop.config.Located;
import dev.hoop.config.Problems;
import dev.hoop.config.Range;
import dev.hoop.controlplane.SecretText;
import dev.hoop.controlplane.StorageSettings;
import dev.hoop.controlplane.internal.store.PostgresUrl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code database} and {@code retention}. */
final class StorageBlock {

    static final List<String> KEYS = Binder.keysOf(Document.class);

    private StorageBlock() {}

    record Document(
            @Default("{}") Database database, @Default("{}") Retention retention) {}

    record Database(
            @Default("jdbc:sqlite:hoop-data/hoop.db") Located<String> url) {}

    record Retention(
            @Default("90") @Range(min = 1, max = 36_500) int settledDays) {}

    static Optional<StorageSettings> read(ConfigNode.Mapping root, Problems problems) {
        return PlaneFile.part(root, Document.class, problems).flatMap(document -> settings(document, problems));
    }

    private static Optional<StorageSettings> settings(Document document, Problems problems) {
        Located<String> url = document.database().url();
        Optional<Path> passwordFile = PostgresUrl.passwordFile(url.value());
        Optional<SecretText> password =
                passwordFile.flatMap(file -> SecretFile.text(new Located<>(file, url.position()), problems));
        if (passwordFile.isPresent() && password.isEmpty()) {
            return Optional.empty();
        }
        Duration keep = Duration.ofDays(document.retention().settledDays());
        return Checked.made(
                url.position(),
                problems,
                () -> new StorageSettings(PostgresUrl.withoutPasswordFile(url.value()), password, keep));
    }
}
