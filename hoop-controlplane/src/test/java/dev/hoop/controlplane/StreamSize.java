package dev.hoop.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.web.Json;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Profile {@code plane-size}: two thousand who want to hear what happens: as many as there is room for do, the others are told, and all are let go. */
class StreamSize {

    private static final int PEOPLE = 8;
    private static final int SIDECARS = 16;
    private static final int ROOM = 1024;
    private static final long MOST_MEMORY = 64L * 1024 * 1024;

    @TempDir
    private Path directory;

    @RegisterExtension
    private final Planes planes = new Planes(() -> directory);

    private final List<SecretToken> people = new ArrayList<>();
    private final List<SecretToken> sidecars = new ArrayList<>();
    private final List<RawStream> open = new ArrayList<>();
    private final Map<String, Integer> answers = new TreeMap<>();
    private TestPlane plane;

    @BeforeEach
    void start() throws Exception {
        plane = planes.start(settings(), new HandClock());
    }

    @Test
    void twoThousandStreams() throws Exception {
        try {
            long before = used();
            for (SecretToken person : people) {
                open(32 + 30, "/api/reviews/stream", "Authorization: Bearer " + person.value());
            }
            for (SecretToken sidecar : sidecars.subList(0, 8)) {
                open(128 + 30, "/api/sidecars/reviews/stream", "hoop-sidecar-token: " + sidecar.value());
            }
            for (SecretToken sidecar : sidecars.subList(8, SIDECARS)) {
                open(30, "/api/sidecars/reviews/stream", "hoop-sidecar-token: " + sidecar.value());
            }
            assertThat(answers.values().stream().mapToInt(many -> many).sum()).isEqualTo(2_000);
            assertThat(answers.get("200")).isEqualTo(ROOM);
            assertThat(answers.get("429")).as("of who has their share").isGreaterThanOrEqualTo(PEOPLE * 30 + 6 * 30);
            assertThat(answers).containsOnlyKeys("200", "429", "503");
            assertThat(used() - before).as("what they take").isLessThan(MOST_MEMORY);

            ObjectNode freeze = Json.object().put("sidecar", "none").put("reason", "to be heard");
            assertThat(plane.client
                            .asPerson(people.get(0), "POST", "/api/freezes", Json.write(freeze))
                            .status())
                    .isEqualTo(201);
            for (RawStream stream : open.subList(0, PEOPLE * 32)) {
                stream.until("event: frozen");
            }
            plane.close();
            for (RawStream stream : open) {
                assertThat(stream.untilEnd()).endsWith("0\r\n\r\n");
            }
        } finally {
            for (RawStream stream : open) {
                stream.close();
            }
        }
    }

    private ControlPlaneSettings settings() {
        List<PlaneUser> users = new ArrayList<>();
        for (int i = 0; i < PEOPLE; i++) {
            people.add(SecretToken.random());
            users.add(new PlaneUser("p" + i + "@example.com", "P" + i, List.of(), Optional.of(people.get(i))));
        }
        List<PlaneSidecar> declared = new ArrayList<>();
        for (int i = 0; i < SIDECARS; i++) {
            sidecars.add(SecretToken.random());
            declared.add(new PlaneSidecar("s" + i, sidecars.get(i)));
        }
        return TestPlane.settings(directory, List.of()).withPeople(new PeopleSettings(List.of(), users, declared));
    }

    private void open(int many, String path, String header) throws IOException {
        for (int i = 0; i < many; i++) {
            RawStream stream = new RawStream(plane.plane.address(), path, header);
            String status = stream.until("\r\n\r\n").split(" ", 3)[1];
            answers.merge(status, 1, Integer::sum);
            if (status.equals("200")) {
                stream.until("event: ready");
                open.add(stream);
            } else {
                stream.close();
            }
        }
    }

    /** Of the heap, in bytes, by what is still in use. */
    private static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
