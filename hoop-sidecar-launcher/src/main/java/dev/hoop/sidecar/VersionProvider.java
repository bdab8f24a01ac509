package dev.hoop.sidecar;

import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest. */
final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Main.class.getPackage().getImplementationVersion();
        return new String[] {"hoop " + (version == null ? "(not from the jar)" : version)};
    }
}
