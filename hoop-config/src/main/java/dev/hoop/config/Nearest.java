package dev.hoop.config;

import java.util.Collection;
import java.util.Optional;

/** Finds the word that a mistyped one was meant to be. */
public final class Nearest {

    private Nearest() {}

    /** From how many characters on a word that begins another is taken for its short form. */
    private static final int MIN_STEM = 4;

    /**
     * The known word that is nearest, if any is near enough to be meant: at most a third of it is mistyped, or the one
     * word begins the other, as with a unit left out.
     */
    public static Optional<String> to(String word, Collection<String> known) {
        Optional<String> best = Optional.empty();
        int bestDistance = Integer.MAX_VALUE;
        for (String candidate : known) {
            int allowed = Math.max(1, Math.min(3, candidate.length() / 3));
            if (Math.abs(candidate.length() - word.length()) > allowed) {
                continue;
            }
            int distance = distance(word, candidate);
            if (distance <= allowed && distance < bestDistance) {
                best = Optional.of(candidate);
                bestDistance = distance;
            }
        }
        return best.or(() -> known.stream()
                .filter(candidate -> Math.min(candidate.length(), word.length()) >= MIN_STEM)
                .filter(candidate -> candidate.startsWith(word) || word.startsWith(candidate))
                .findFirst());
    }

    /** Insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
    private static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int replace = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replace, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
