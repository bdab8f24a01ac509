package dev.hoop.proto.grpc.internal.h2;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;

/**
 * Flushes the connections of one event loop that were written to, once each per turn of the loop: what several streams
 * wrote meanwhile goes out in one system call. Confined to the loop.
 */
public final class Flushes implements Runnable {

    private final EventLoop loop;
    private final List<Endpoint> waiting = new ArrayList<>();

    public Flushes(EventLoop loop) {
        this.loop = loop;
    }

    void add(Endpoint endpoint) {
        if (waiting.isEmpty()) {
            loop.execute(this);
        }
        waiting.add(endpoint);
    }

    @Override
    public void run() {
        // A flush can complete writes, and what hears of that can write: such connections wait for the next turn.
        List<Endpoint> now = new ArrayList<>(waiting);
        waiting.clear();
        now.forEach(Endpoint::flushNow);
    }
}
