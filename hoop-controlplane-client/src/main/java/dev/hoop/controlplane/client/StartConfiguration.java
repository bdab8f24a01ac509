package dev.hoop.controlplane.client;

/** Which configuration a sidecar runs from. */
public sealed interface StartConfiguration {

    /**
     * The one that the plane keeps.
     *
     * @param document as the plane gave it
     */
    record FromPlane(ConfigDocument document) implements StartConfiguration {}

    /**
     * The file's own.
     *
     * @param why why not the plane's
     */
    record FromFile(Why why) implements StartConfiguration {}

    /** Why a sidecar runs from its file. */
    enum Why {
        /** The plane had none and took the file's. */
        SEEDED,
        /** The plane could not be reached; until it can, every statement that needs a review is refused. */
        PLANE_UNREACHABLE
    }
}
