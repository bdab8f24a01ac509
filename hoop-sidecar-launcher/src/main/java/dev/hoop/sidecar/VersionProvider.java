package dev.hoop.sidecar;

import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest. */
public final class VersionProvider implements IVersionProvider {

    /** The version, or a word that says that these classes are not from the jar. */
    public static String version() {
        String version = Main.class.getPackage().getImplementationVersion();
        return version == null ? "unreleased" : version;
    }

    @Override
    public String[] getVersion() {
        return new String[] {"hoop " + version()};
    }
}
