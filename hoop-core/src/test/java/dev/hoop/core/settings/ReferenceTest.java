package dev.hoop.core.settings;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every key of a sidecar's settings is in the reference. */
class ReferenceTest {

    @ParameterizedTest
    @ValueSource(
            classes = {
                LogSettings.class,
                TopKeys.Plane.class,
                TopKeys.Endpoints.class,
                TopKeys.Trail.class,
                TopKeys.Lanes.class,
                ListenerKeys.Identity.class,
                ListenerKeys.Places.class,
                ListenerKeys.Tls.class,
                ListenerKeys.Traffic.class,
                ListenerKeys.Guarding.class,
                ListenerKeys.Reviewing.class
            })
    void hasEveryKey(Class<? extends Record> group) {
        DocumentedKeys.check(group);
    }
}
