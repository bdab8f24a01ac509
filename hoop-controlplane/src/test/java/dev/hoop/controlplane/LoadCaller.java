package dev.hoop.controlplane;

import dev.hoop.controlplane.LoadConnection.Answer;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A sidecar's or a person's way to the replicas, with a connection to each that it calls. Confined to one thread. */
final class LoadCaller implements AutoCloseable {

    private final LoadTargets targets;
    private final LoadRecord record;
    private final String credential;
    private final int home;
    private final Map<URI, LoadConnection> connections = new HashMap<>();

    /**
     * @param credential a whole header line
     * @param home the number of the replica that it calls while that is there
     */
    LoadCaller(LoadTargets targets, LoadRecord record, String credential, int home) {
        this.targets = targets;
        this.record = record;
        this.credential = credential;
        this.home = home;
    }

    /** One attempt, timed; empty when the replica is gone or says that it cannot now. */
    Optional<Answer> attempt(String what, String method, String path, String body) {
        URI replica = targets.of(home);
        long start = System.nanoTime();
        try {
            LoadConnection connection = connections.get(replica);
            if (connection == null) {
                connection = new LoadConnection(replica);
                connections.put(replica, connection);
            }
            Answer answer = connection.call(method, path, credential, body);
            if (answer.status() != 503) {
                record.took(what, System.nanoTime() - start);
                return Optional.of(answer);
            }
        } catch (IOException e) {
            Optional.ofNullable(connections.remove(replica)).ifPresent(LoadConnection::close);
            targets.gone(replica);
        }
        record.unanswered();
        return Optional.empty();
    }

    @Override
    public void close() {
        connections.values().forEach(LoadConnection::close);
    }
}
