package dev.hoop.controlplane.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.controlplane.StorageKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.jdbi.v3.core.JdbiException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PreparedTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(StorageKind.class)
    void bindsByNameWhatIsNoTextInQuotes(StorageKind storage) throws Exception {
        Prepared echo = Prepared.of("SELECT CAST(:b AS TEXT) || ':a' || CAST(:a AS TEXT) || CAST(:b AS TEXT) AS said");
        try (Database database = Database.open(storage.at(directory))) {
            assertThat(database.<Optional<String>, RuntimeException>read(
                            handle -> echo.first(handle, row -> row.getString("said"), "a", "x:b", "b", 7L)))
                    .contains("7:ax:b7");
        }
    }

    @ParameterizedTest
    @EnumSource(StorageKind.class)
    void writesWhatIsMissingAsNull(StorageKind storage) throws Exception {
        Prepared insert = Prepared.of("INSERT INTO users (email, name, declared, created_at, disabled_at)"
                + " VALUES (:email, :name, :declared, :at, :disabled)");
        Prepared count = Prepared.of("SELECT COUNT(*) FROM users WHERE disabled_at IS NULL AND email = :email");
        try (Database database = Database.open(storage.at(directory))) {
            int changed = database.write(handle -> insert.run(
                    handle,
                    "email",
                    "ana@example.com",
                    "name",
                    Optional.of("Ana"),
                    "declared",
                    0,
                    "at",
                    1L,
                    "disabled",
                    Optional.empty()));
            assertThat(changed).isEqualTo(1);
            assertThat(database.<Optional<Integer>, RuntimeException>read(
                            handle -> count.first(handle, row -> row.getInt(1), "email", "ana@example.com")))
                    .contains(1);
        }
    }

    @ParameterizedTest
    @EnumSource(StorageKind.class)
    void tellsNothingOfTheValuesWhenItFails(StorageKind storage) throws Exception {
        Prepared wrong =
                Prepared.of("INSERT INTO users (email, name, declared, created_at) VALUES (:email, :name, 0, 0)");
        try (Database database = Database.open(storage.at(directory))) {
            assertThatThrownBy(() -> database.write(
                            handle -> wrong.run(handle, "email", "secret@example.com", "name", Optional.empty())))
                    .isInstanceOf(JdbiException.class)
                    .message()
                    .doesNotContain("secret");
        }
    }

    @ParameterizedTest
    @EnumSource(StorageKind.class)
    void refusesAParameterWithoutAValue(StorageKind storage) throws Exception {
        Prepared echo = Prepared.of("SELECT CAST(:a AS TEXT)");
        try (Database database = Database.open(storage.at(directory))) {
            assertThatThrownBy(() -> database.read(handle ->
                            echo.rows(handle, row -> row.getString(1), "b", "x".getBytes(StandardCharsets.UTF_8))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a has no value");
        }
    }
}
