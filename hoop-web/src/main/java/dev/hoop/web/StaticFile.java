package dev.hoop.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A file from the class path, read once, answered with an entity tag so that browsers keep it. */
public final class StaticFile implements WebHandler {

    private final String contentType;
    private final byte[] bytes;
    private final String entityTag;

    private StaticFile(String contentType, byte[] bytes, String entityTag) {
        this.contentType = contentType;
        this.bytes = bytes;
        this.entityTag = entityTag;
    }

    /**
     * Reads a resource.
     *
     * @param anchor the class beside which it lies
     * @param name the resource's name, relative to the class
     * @throws IllegalArgumentException when there is none
     */
    public static StaticFile load(Class<?> anchor, String name, String contentType) {
        try (InputStream in = anchor.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException("no resource " + name + " beside " + anchor.getName());
            }
            byte[] bytes = in.readAllBytes();
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return new StaticFile(contentType, bytes, '"' + HexFormat.of().formatHex(digest, 0, 16) + '"');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public CompletionStage<WebResponse> handle(WebRequest request) {
        boolean same = request.header("if-none-match").filter(entityTag::equals).isPresent();
        WebResponse response = same ? WebResponse.empty(304) : WebResponse.of(200, contentType, bytes);
        return CompletableFuture.completedFuture(
                response.with("etag", entityTag).with("cache-control", "no-cache"));
    }
}
