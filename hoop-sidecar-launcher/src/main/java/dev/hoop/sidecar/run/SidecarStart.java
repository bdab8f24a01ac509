package dev.hoop.sidecar.run;

import dev.hoop.controlplane.client.ConfigDocument;
import dev.hoop.controlplane.client.PlaneClient;
import dev.hoop.controlplane.client.PlaneSettings;
import dev.hoop.controlplane.client.PlaneStartException;
import dev.hoop.controlplane.client.PlaneToken;
import dev.hoop.controlplane.client.PlaneUrl;
import dev.hoop.controlplane.client.StartConfiguration;
import dev.hoop.core.ListenerFactories;
import dev.hoop.core.settings.LogSettings;
import dev.hoop.core.settings.SettingsReader;
import dev.hoop.core.settings.SidecarSettings;
import dev.hoop.core.spi.ListenerFactory;
import dev.hoop.sidecar.Failure;
import dev.hoop.sidecar.VersionProvider;
import dev.hoop.sidecar.log.LogSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way from what an operator gave to a sidecar that is built: which configuration counts, and which plane. */
public final class SidecarStart {

    private static final Logger LOG = LoggerFactory.getLogger(SidecarStart.class);

    private final List<ListenerFactory<?>> factories;
    private final SettingsReader reader;
    private final boolean verbose;

    /**
     * Finds the protocols.
     *
     * @throws Failure when the class path is at fault
     */
    public SidecarStart(boolean verbose) {
        try {
            this.factories = ListenerFactories.load(SidecarStart.class.getClassLoader());
            this.reader = new SettingsReader(factories);
            this.verbose = verbose;
        } catch (IllegalArgumentException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    public SettingsReader reader() {
        return reader;
    }

    /** The protocols. */
    public List<ListenerFactory<?>> factories() {
        return factories;
    }

    /**
     * By file, environment and plane.
     *
     * @throws Failure when there is no configuration to run from
     */
    public Sidecar fromEnvironment(Optional<Path> configFile, Optional<Path> tokenFile, Environment environment) {
        Optional<ConfigFile> file = environment.config(configFile).map(path -> ConfigFile.read(path, reader));
        file.ifPresent(known -> applyLog(known.settings().log()));
        Optional<PlaneUrl> url =
                environment.plane(file.flatMap(known -> known.settings().controlPlaneUrl()));
        if (url.isEmpty()) {
            return build(
                    file.orElseThrow(() -> new Failure("nothing to run from; pass --config FILE, or set"
                            + " HOOP_SIDECAR_CONFIG or HOOP_CONTROL_PLANE_URL")),
                    Optional.empty());
        }
        return withPlane(file, url.get(), environment.token(tokenFile));
    }

    /**
     * Against a plane: its configuration counts, or the file's where it keeps none.
     *
     * @throws Failure when the plane refuses, or neither has a configuration
     */
    public Sidecar withPlane(Optional<ConfigFile> file, PlaneUrl url, PlaneToken token) {
        Optional<Path> trusted = file.map(ConfigFile::settings).flatMap(SidecarSettings::trustCaFile);
        PlaneClient client = open(new PlaneSettings(url, token, trusted, VersionProvider.version()));
        try {
            StartConfiguration start = client.start(file.map(known ->
                    new ConfigDocument(ConfigJson.complete(known.document()).toString())));
            ConfigFile config = start instanceof StartConfiguration.FromPlane kept
                    ? ConfigFile.read(ConfigDocument.SOURCE, kept.document().json(), reader)
                    : file.orElseThrow();
            LOG.info(
                    "event=configuration source={}",
                    start instanceof StartConfiguration.FromPlane ? "control_plane" : "file");
            file.filter(given -> !given.saysTheSameAs(config))
                    .ifPresent(given ->
                            LOG.warn("event=configuration.file_not_used reason=\"the control plane keeps another"
                                    + " configuration for this sidecar, and that one counts\" action=\"change it in the plane, or have"
                                    + " the plane keep none and start again\""));
            Sidecar sidecar = build(config, Optional.of(new Sidecar.Plane(client, token)));
            Optional<ConfigDocument> known = start instanceof StartConfiguration.FromPlane kept
                    ? Optional.of(kept.document())
                    : Optional.empty();
            client.beat(known, changed -> LOG.warn("event=configuration.changed_in_plane action=restart_to_apply"));
            return sidecar;
        } catch (PlaneStartException e) {
            client.close();
            throw new Failure(String.valueOf(e.getMessage()), e);
        } catch (InterruptedException e) {
            client.close();
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", e);
        } catch (Failure e) {
            client.close();
            throw e;
        }
    }

    private static PlaneClient open(PlaneSettings settings) {
        try {
            return PlaneClient.open(settings);
        } catch (IOException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    private Sidecar build(ConfigFile config, Optional<Sidecar.Plane> plane) {
        applyLog(config.settings().log());
        return Sidecar.build(config, factories, plane);
    }

    /** The log as configured, before anything is said in it. */
    public void applyLog(LogSettings log) {
        LogSetup.apply(
                log.level().name().toLowerCase(Locale.ROOT),
                LogSetup.Format.valueOf(log.format().name()),
                verbose);
    }
}
