package dev.hoop.core.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** Writes to a sink and keeps what became of it. */
final class Receipts {

    private Receipts() {}

    /** Done when the sink told: exceptionally with what failed. */
    static CompletableFuture<Boolean> write(AuditSink sink, String lines) {
        CompletableFuture<Boolean> told = new CompletableFuture<>();
        sink.write(
                ByteBuffer.wrap(lines.getBytes(StandardCharsets.UTF_8)),
                (int) lines.lines().count(),
                new AuditSink.Receipt() {
                    @Override
                    public void written() {
                        told.complete(true);
                    }

                    @Override
                    public void failed(IOException why) {
                        told.completeExceptionally(why);
                    }
                });
        return told;
    }
}
