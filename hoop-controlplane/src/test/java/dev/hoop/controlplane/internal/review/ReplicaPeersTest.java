package dev.hoop.controlplane.internal.review;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReplicaPeersTest {

    private static final long START = Long.MAX_VALUE - 5;

    private final ReplicaPeers peers = new ReplicaPeers();

    @Test
    void whoFallsSilentIsMissedOnce() {
        assertThat(peers.isHere("a", START)).isTrue();
        assertThat(peers.isHere("b", START)).isTrue();
        assertThat(peers.isHere("b", START + seconds(7))).isFalse();
        assertThat(peers.anyFellSilent(START + seconds(8))).isFalse();
        assertThat(peers.anyFellSilent(START + seconds(8) + 1)).isTrue();
        assertThat(peers.anyFellSilent(START + seconds(8) + 1)).isFalse();
        assertThat(peers.anyFellSilent(START + seconds(15) + 1)).isTrue();
    }

    @Test
    void whoSaysFarewellIsNotMissed() {
        peers.isHere("a", START);
        peers.left("a");
        peers.left("never heard of");
        assertThat(peers.anyFellSilent(START + seconds(60))).isFalse();
    }

    @Test
    void whoComesBackIsNew() {
        peers.isHere("a", START);
        peers.clear();
        assertThat(peers.anyFellSilent(START + seconds(60))).isFalse();
        assertThat(peers.isHere("a", START + seconds(60))).isTrue();
    }

    private static long seconds(int count) {
        return Duration.ofSeconds(count).toNanos();
    }
}
