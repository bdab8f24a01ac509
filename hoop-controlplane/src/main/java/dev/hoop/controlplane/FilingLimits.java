package dev.hoop.controlplane;

/**
 * How much a sidecar, and who asks through it, may ask for before somebody looks: a runaway agent must not bury what matters.
 * What is over a limit is refused and filed by nobody. A requester is known by e-mail address or subject, or else by the
 * address that their connection comes from.
 *
 * @param pendingPerSidecar reviews of one sidecar that wait at a time
 * @param pendingPerRequester of these, those of one requester
 * @param perMinutePerSidecar reviews that one sidecar files within a minute
 * @param perMinutePerRequester of these, those of one requester
 */
public record FilingLimits(
        int pendingPerSidecar, int pendingPerRequester, int perMinutePerSidecar, int perMinutePerRequester) {

    /** The largest number that a limit may be. */
    public static final int MAX = 100_000;

    /** @throws IllegalArgumentException when a limit is not 1 to {@link #MAX} */
    public FilingLimits {
        for (int limit :
                new int[] {pendingPerSidecar, pendingPerRequester, perMinutePerSidecar, perMinutePerRequester}) {
            if (limit < 1 || limit > MAX) {
                throw new IllegalArgumentException("a limit is " + limit + "; write 1 to " + MAX);
            }
        }
    }

    /** 1000 waiting a sidecar and 100 a requester; 1200 a minute a sidecar and 300 a requester. */
    public static FilingLimits defaults() {
        return new FilingLimits(1_000, 100, 1_200, 300);
    }
}
