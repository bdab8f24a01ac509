package dev.hoop.sidecar;

/** Whether stack traces are wanted. */
@FunctionalInterface
public interface Verbosity {
    boolean verbose();
}
