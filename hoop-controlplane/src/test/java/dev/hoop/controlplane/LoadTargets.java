package dev.hoop.controlplane;

import dev.hoop.controlplane.PlaneClient.Answer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The replicas, as a load balancer has them: a call that one does not answer goes to the other. */
final class LoadTargets {

    /** A call. */
    @FunctionalInterface
    interface Call {
        Answer on(PlaneClient plane) throws IOException, InterruptedException;
    }

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<PlaneClient> planes = new CopyOnWriteArrayList<>();

    LoadTargets(List<URI> urls) {
        urls.forEach(url -> planes.add(new PlaneClient(url, http)));
    }

    void replace(int index, URI url) {
        planes.set(index, new PlaneClient(url, http));
    }

    /** One attempt; empty when that replica is gone or says that it cannot now. */
    Optional<Answer> attempt(int replica, Call call) throws InterruptedException {
        try {
            Answer answer = call.on(planes.get(Math.floorMod(replica, planes.size())));
            return answer.status() == 503 ? Optional.empty() : Optional.of(answer);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
