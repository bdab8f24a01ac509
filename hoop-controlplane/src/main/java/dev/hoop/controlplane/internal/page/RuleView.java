package dev.hoop.controlplane.internal.page;

/**
 * An approval rule as those who manage it see it.
 *
 * @param declared whether the configuration file owns it
 * @param missing who is missing for anybody to satisfy it; empty when it can be satisfied
 * @param needs who has to approve, in words
 * @param limits how long it counts, in words
 * @param fields what its form holds
 */
public record RuleView(boolean declared, String missing, String needs, String limits, Fields fields) {

    /**
     * The fields of a rule's form.
     *
     * @param pending minutes, or empty for no limit
     * @param approval minutes, or empty for no limit
     */
    public record Fields(
            String name,
            String groups,
            int min,
            boolean all,
            String forcing,
            String pending,
            String approval,
            boolean self) {

        static final Fields EMPTY = new Fields("", "", 1, false, "", "30", "15", false);
    }
}
