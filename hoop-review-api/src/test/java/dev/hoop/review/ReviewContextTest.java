package dev.hoop.review;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReviewContextTest {

    private static ReviewContext of(String why, String shape, List<String> parameters) {
        return new ReviewContext(
                Optional.of("postgres"),
                Optional.empty(),
                Optional.of(why),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(shape),
                parameters);
    }

    @Test
    void keepsWhatIsWithinBounds() {
        String longest = "x".repeat(ReviewContext.MAX_WHY);
        ReviewContext context = of(longest, "delete from t", List.of("$1 = 'a'"));

        assertThat(context.why()).contains(longest);
        assertThat(context.shape()).contains("delete from t");
        assertThat(context.parameters()).containsExactly("$1 = 'a'");
    }

    @Test
    void cutsWhatIsLongerButForShapes() {
        String tooLong = "x".repeat(5_000);
        ReviewContext context = of(tooLong, tooLong, Collections.nCopies(150, tooLong));

        assertThat(context.why().orElseThrow()).hasSize(ReviewContext.MAX_WHY).endsWith("x…");
        assertThat(context.shape()).isEmpty();
        assertThat(context.parameters()).hasSize(ReviewContext.MAX_PARAMETERS).endsWith("… 51 more");
        assertThat(context.parameters().get(0)).hasSize(ReviewContext.MAX_PARAMETER);
    }

    @Test
    void splitsNoCharacter() {
        String whole = "x".repeat(ReviewContext.MAX_WHY - 2) + "😀";
        assertThat(of(whole, "s", List.of()).why()).contains(whole);
        assertThat(of(whole + "y", "s", List.of()).why()).contains("x".repeat(ReviewContext.MAX_WHY - 2) + "…");
    }

    @Test
    void replacesWhatNoDatabaseKeeps() {
        assertThat(of("a\0b\ud800c", "s", List.of("\0")).why()).contains("a\ufffdb\ufffdc");
        assertThat(of("", "s", List.of()).why()).isEmpty();
    }
}
