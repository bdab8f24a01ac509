package dev.hoop.mcp.internal.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.mcp.internal.tool.Tool;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** How a request is going to be answered. */
public sealed interface Reply {

    /**
     * With one message, soon.
     *
     * @param message exceptionally an {@link dev.hoop.mcp.internal.rpc.RpcFailure}
     */
    record One(CompletionStage<ObjectNode> message) implements Reply {}

    /** With several: notifications, and the answer as the last one. */
    record Many(Stream stream) implements Reply {}

    /** A reply of several messages, not yet begun. */
    @FunctionalInterface
    interface Stream {

        /**
         * Begins it.
         *
         * @param notifications hears each notification, from any thread
         * @param last hears the answer, from any thread, once
         * @return what ends it early
         */
        Tool.Running start(Consumer<ObjectNode> notifications, Consumer<ObjectNode> last);
    }
}
