package dev.hoop.mcp.internal.tool;

import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** A tool that clients may call. */
public sealed interface Tool {

    /** What clients are told of it. */
    ToolSpec spec();

    /** One that answers soon. */
    record Quick(ToolSpec spec, Body body) implements Tool {}

    /** One that may take its time, tells how far it is, and ends when its client goes away. */
    record Lasting(ToolSpec spec, Preparation preparation) implements Tool {}

    /** What a quick tool does. */
    @FunctionalInterface
    interface Body {

        /**
         * The answer.
         *
         * @throws ArgumentProblem when the arguments are not usable
         */
        CompletionStage<ToolResult> run(Arguments arguments);
    }

    /** What a lasting tool does before its client is told that an answer will come. */
    @FunctionalInterface
    interface Preparation {

        /**
         * The work that is left, not yet begun.
         *
         * @throws ArgumentProblem when the arguments are not usable
         */
        Work prepare(Arguments arguments);
    }

    /** The work of a lasting tool. */
    @FunctionalInterface
    interface Work {

        /**
         * Begins it.
         *
         * @param progress hears how far it is
         * @param done hears the answer, once
         */
        Running start(Progress progress, Consumer<ToolResult> done);
    }

    /** Work that has begun. */
    @FunctionalInterface
    interface Running {

        /** Ends it without an answer; without effect when it has ended. From any thread. */
        void cancel();
    }

    /** Hears how far a tool is. */
    interface Progress {

        /** Whether anybody wants to know; what is reported otherwise goes nowhere. */
        boolean isWanted();

        /**
         * Tells. From any thread.
         *
         * @param value more than the time before
         * @param total what it is going to be at the end
         * @param message for a person
         */
        void report(double value, double total, String message);
    }
}
