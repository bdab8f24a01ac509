package dev.hoop.proto.pg.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeptTest {

    private final StatementMemory memory = new StatementMemory(10 * Kept.STEP);
    private final Kept kept = new Kept(memory);

    @Test
    void aLittleIsFreeAndTheRestIsCountedInSteps() {
        assertThat(kept.add(Kept.STEP)).isTrue();
        assertThat(memory.used()).isZero();
        assertThat(kept.add(1)).isTrue();
        assertThat(memory.used()).isEqualTo(Kept.STEP);
        assertThat(kept.add(10 * Kept.STEP)).isFalse();
        assertThat(memory.used()).isEqualTo(Kept.STEP);
        kept.remove(Kept.STEP + 1);
        assertThat(kept.add(10 * Kept.STEP)).isTrue();
        kept.remove(10 * Kept.STEP);
        assertThat(memory.used()).isLessThanOrEqualTo(2 * Kept.STEP);
    }

    @Test
    void whatMustBeKeptLeavesNoRoomForOthers() {
        kept.take(20 * Kept.STEP);
        Kept other = new Kept(memory);
        assertThat(other.add(Kept.STEP)).isTrue();
        assertThat(other.add(1)).isFalse();
        kept.close();
        assertThat(other.add(1)).isTrue();
    }

    @Test
    void whatWaitsCountsOnce() {
        assertThat(kept.waiting(5 * Kept.STEP)).isTrue();
        assertThat(kept.waiting(6 * Kept.STEP)).isTrue();
        assertThat(memory.used()).isEqualTo(5 * Kept.STEP);
        assertThat(kept.waiting(12 * Kept.STEP)).isFalse();
        assertThat(kept.waiting(0)).isTrue();
        kept.close();
        assertThat(memory.used()).isZero();
    }
}
