package dev.hoop.controlplane.client;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How to reach the plane.
 *
 * @param url where it is
 * @param token this sidecar's credential
 * @param caFile PEM certificates of authorities that may vouch for the plane besides the platform's
 * @param version this sidecar's version, for the plane's records
 * @param limits bounds of single calls
 */
public record PlaneSettings(PlaneUrl url, PlaneToken token, Optional<Path> caFile, String version, PlaneLimits limits) {

    /** Settings with the usual bounds. */
    public PlaneSettings(PlaneUrl url, PlaneToken token, Optional<Path> caFile, String version) {
        this(url, token, caFile, version, PlaneLimits.DEFAULT);
    }
}
