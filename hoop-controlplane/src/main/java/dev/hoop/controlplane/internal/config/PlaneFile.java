package dev.hoop.controlplane.internal.config;

import dev.hoop.config.Binder;
import dev.hoop.config.ConfigException;
import dev.hoop.config.ConfigNode;
import dev.hoop.config.Default;
import dev.hoop.config.Located;
import dev.hoop.config.Problems;
import dev.hoop.config.YamlReader;
import dev.hoop.controlplane.AccessSettings;
import dev.hoop.controlplane.ControlPlaneSettings;
import dev.hoop.controlplane.Notifications;
import dev.hoop.controlplane.PeopleSettings;
import dev.hoop.controlplane.StorageSettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code control-plane.yaml} as it is written, CONTRACTS section 6b, and how it becomes settings. Each part of the document
 * is bound by a class of its own, which names its keys.
 */
public final class PlaneFile {

    private PlaneFile() {}

    /** The part that says how the plane is reached. */
    record Document(@Default("127.0.0.1:8009") ListenAddress listen, Optional<Located<URI>> publicUrl) {}

    private static final List<String> KEYS = Stream.of(
                    Binder.keysOf(Document.class),
                    StorageBlock.KEYS,
                    PeopleBlock.KEYS,
                    AccessBlock.KEYS,
                    NotifyBlock.KEYS)
            .flatMap(List::stream)
            .toList();

    /** See {@link ControlPlaneSettings#load}. */
    public static ControlPlaneSettings load(Path file) throws ConfigException {
        Problems problems = new Problems();
        Optional<ControlPlaneSettings> settings =
                YamlReader.read(file, problems).flatMap(root -> settings(root, problems));
        problems.throwIfAny();
        return settings.orElseThrow(() -> new IllegalStateException("nothing was read and no problem was told"));
    }

    /** Every part is read, whatever is wrong with another, so that all problems are told at once. */
    private static Optional<ControlPlaneSettings> settings(ConfigNode.Mapping root, Problems problems) {
        Binder.checkKeys(root, KEYS, problems);
        Optional<Document> document = part(root, Document.class, problems);
        Optional<StorageSettings> storage = StorageBlock.read(root, problems);
        Optional<PeopleSettings> people = PeopleBlock.read(root, problems);
        Optional<AccessSettings> access = AccessBlock.read(root, problems);
        Optional<Notifications> notifications = NotifyBlock.read(root, problems);
        Optional<URI> publicUrl = document.flatMap(Document::publicUrl).flatMap(url -> publicUrl(url, problems));
        if (document.isEmpty()
                || storage.isEmpty()
                || people.isEmpty()
                || access.isEmpty()
                || notifications.isEmpty()) {
            return Optional.empty();
        }
        ControlPlaneSettings settings = ControlPlaneSettings.of(
                        document.get().listen().address(), storage.get())
                .withPeople(people.get())
                .withAccess(access.get())
                .withNotifications(notifications.get());
        return Optional.of(publicUrl.map(settings::withPublicUrl).orElse(settings));
    }

    /** One part of the document; its keys are those of the record. Unknown keys are told once, for the whole document. */
    static <R extends Record> Optional<R> part(ConfigNode.Mapping root, Class<R> type, Problems problems) {
        List<String> all = root.entries().stream().map(ConfigNode.Entry::key).toList();
        return Binder.bindPart(root, type, all, problems);
    }

    private static Optional<URI> publicUrl(Located<URI> url, Problems problems) {
        URI value = url.value();
        boolean web = "http".equals(value.getScheme()) || "https".equals(value.getScheme());
        String path = value.getRawPath() == null ? "" : value.getRawPath();
        boolean bare = path.isEmpty() || path.equals("/");
        if (!web || value.getHost() == null || !bare || value.getRawQuery() != null || value.getRawUserInfo() != null) {
            problems.add(
                    url.position(),
                    "public_url is not the address of a server's root",
                    "write scheme, host and port only, like https://hoop.example.com");
            return Optional.empty();
        }
        return Optional.of(URI.create(value.getScheme() + "://" + value.getRawAuthority()));
    }
}
