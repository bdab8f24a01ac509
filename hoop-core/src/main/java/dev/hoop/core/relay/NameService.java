package dev.hoop.core.relay;

import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Looks up host names off the event loops, since the platform's resolver blocks. Look-ups of one name at a time share one
 * answer, so a slow name occupies one thread; the platform caches answers. Safe for use by many threads.
 */
final class NameService implements AutoCloseable {

    private static final int MAX_THREADS = 4;
    private static final int MAX_WAITING = 1024;
    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor threads;
    private final ConcurrentHashMap<String, CompletableFuture<List<InetAddress>>> pending = new ConcurrentHashMap<>();

    NameService() {
        threads = new ThreadPoolExecutor(
                MAX_THREADS,
                MAX_THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MAX_WAITING),
                new DefaultThreadFactory("hoop-names", true));
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Every address of a host, in the platform's order of preference; at least one. Done at once for a literal address;
     * otherwise on any thread, exceptionally with {@link UnknownHostException}.
     *
     * @param host a name or a literal address; empty for this host
     */
    CompletionStage<List<InetAddress>> lookup(String host) {
        if (host.isEmpty()) {
            return CompletableFuture.completedStage(List.of(InetAddress.getLoopbackAddress()));
        }
        byte[] literal = NetUtil.createByteArrayFromIpAddressString(host);
        if (literal != null) {
            return resolve(host);
        }
        CompletableFuture<List<InetAddress>> mine = new CompletableFuture<>();
        CompletableFuture<List<InetAddress>> running = pending.putIfAbsent(host, mine);
        if (running != null) {
            return running;
        }
        try {
            threads.execute(() -> {
                CompletableFuture<List<InetAddress>> answer = resolve(host);
                pending.remove(host, mine);
                answer.whenComplete((found, failure) -> {
                    if (failure == null) {
                        mine.complete(found);
                    } else {
                        mine.completeExceptionally(failure);
                    }
                });
            });
        } catch (RejectedExecutionException e) {
            pending.remove(host, mine);
            UnknownHostException busy = new UnknownHostException(host + ": too many name look-ups are waiting");
            busy.initCause(e);
            mine.completeExceptionally(busy);
        }
        return mine;
    }

    private static CompletableFuture<List<InetAddress>> resolve(String host) {
        try {
            return CompletableFuture.completedFuture(List.of(InetAddress.getAllByName(host)));
        } catch (UnknownHostException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
