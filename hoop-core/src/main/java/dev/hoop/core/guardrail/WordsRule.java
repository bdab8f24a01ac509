package dev.hoop.core.guardrail;

import dev.hoop.config.NotEmpty;
import dev.hoop.core.statement.Statement;
import java.util.List;

/** {@code deny_words_list}: whole words, found in any reading of the text without regard to case. See {@link WordList}. */
final class WordsRule implements RuleType<WordsRule.Fields> {

    record Fields(@NotEmpty List<Word> words) {}

    /** A word of the list. */
    public record Word(String text) {

        /** Reads a word; a blank one is an error. */
        public static Word parse(String text) {
            if (text.isBlank()) {
                throw new IllegalArgumentException("a word is blank; remove it");
            }
            return new Word(text.strip());
        }
    }

    @Override
    public String name() {
        return "deny_words_list";
    }

    @Override
    public Class<Fields> fieldsType() {
        return Fields.class;
    }

    @Override
    public Matcher create(Fields fields) {
        WordList list = new WordList(fields.words().stream().map(Word::text).toList());
        return (Matcher.OfWhole) statement -> isIn(list, statement);
    }

    private static boolean isIn(WordList list, Statement statement) {
        for (String reading : statement.readings()) {
            if (list.isIn(reading)) {
                return true;
            }
        }
        return false;
    }
}
