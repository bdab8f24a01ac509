package dev.hoop.controlplane;

import dev.hoop.config.ConfigException;
import dev.hoop.controlplane.internal.config.PlaneFile;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a Control Plane is started with. Begin with {@link #of} or {@link #load}.
 *
 * @param listen where to listen; port 0 means a free one
 * @param publicUrl how people and sidecars reach it; the address it listens on when empty
 * @param storage where everything is kept, and how long
 * @param people rules, users and sidecars that belong to these settings
 * @param access who comes in, how, and how much of what they may
 * @param notifications whom it tells of reviews
 */
public record ControlPlaneSettings(
        InetSocketAddress listen,
        Optional<URI> publicUrl,
        StorageSettings storage,
        PeopleSettings people,
        AccessSettings access,
        Notifications notifications) {

    /** A plane on one file that declares nothing: rules, users and sidecars come through {@link ControlPlane}'s methods. */
    public static ControlPlaneSettings of(InetSocketAddress listen, Path databaseFile) {
        return of(listen, StorageSettings.sqlite(databaseFile));
    }

    /** The same on any storage. */
    public static ControlPlaneSettings of(InetSocketAddress listen, StorageSettings storage) {
        return new ControlPlaneSettings(
                listen,
                Optional.empty(),
                storage,
                PeopleSettings.none(),
                AccessSettings.defaults(),
                Notifications.NONE);
    }

    /**
     * Reads {@code control-plane.yaml} and the secret files that it names.
     *
     * @throws ConfigException with every problem, each with its place and what to write instead
     */
    public static ControlPlaneSettings load(Path file) throws ConfigException {
        return PlaneFile.load(file);
    }

    /** The same, reached by another address than the one it listens on. */
    public ControlPlaneSettings withPublicUrl(URI url) {
        return new ControlPlaneSettings(listen, Optional.of(url), storage, people, access, notifications);
    }

    /** The same on another storage. */
    public ControlPlaneSettings withStorage(StorageSettings other) {
        return new ControlPlaneSettings(listen, publicUrl, other, people, access, notifications);
    }

    /** The same with other rules, users and sidecars. */
    public ControlPlaneSettings withPeople(PeopleSettings others) {
        return new ControlPlaneSettings(listen, publicUrl, storage, others, access, notifications);
    }

    /** The same with other ways in and limits. */
    public ControlPlaneSettings withAccess(AccessSettings other) {
        return new ControlPlaneSettings(listen, publicUrl, storage, people, other, notifications);
    }

    /** The same, telling others. */
    public ControlPlaneSettings withNotifications(Notifications others) {
        return new ControlPlaneSettings(listen, publicUrl, storage, people, access, others);
    }
}
