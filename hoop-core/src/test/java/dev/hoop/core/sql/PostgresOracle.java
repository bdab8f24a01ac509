package dev.hoop.core.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hoop.testbase.Background;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** PostgreSQL's own parser in a process of Node: gives the verdict on each text. */
final class PostgresOracle implements AutoCloseable {

    private final Process process;
    private final BufferedReader answers;
    private final Writer questions;
    private final ObjectMapper json = new ObjectMapper();

    /**
     * Starts the parser.
     *
     * @param peers where {@code oracle.mjs} is, with what npm fetched for it
     */
    PostgresOracle(Path peers) throws IOException {
        process = new ProcessBuilder(
                        "node",
                        peers.resolve("oracle.mjs").toString(),
                        Path.of("src/main/resources/dev/hoop/core/sql/postgres-functions.txt")
                                .toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        questions = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    }

    /** The verdicts on the texts, in order. */
    List<OracleVerdict> judge(List<String> texts) throws IOException {
        CompletableFuture<Void> asking = Background.run(() -> ask(texts));
        List<OracleVerdict> verdicts = new ArrayList<>(texts.size());
        for (String text : texts) {
            String answer = answers.readLine();
            if (answer == null) {
                throw new IOException("the parser ended at: " + text);
            }
            verdicts.add(new OracleVerdict(answer));
        }
        try {
            asking.join();
        } catch (CompletionException e) {
            throw new IOException("the parser takes no more questions", e);
        }
        return verdicts;
    }

    private void ask(List<String> texts) {
        try {
            for (String text : texts) {
                questions.write(quoted(text));
                questions.write('\n');
            }
            questions.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String quoted(String text) throws JsonProcessingException {
        return json.writeValueAsString(text);
    }

    @Override
    public void close() throws IOException {
        questions.close();
        process.destroy();
    }
}
