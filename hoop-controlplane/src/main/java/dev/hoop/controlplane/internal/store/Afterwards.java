package dev.hoop.controlplane.internal.store;

import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.config.JdbiConfig;

/** What is to be done after a handle's transaction. Each handle has one of its own. */
public final class Afterwards implements JdbiConfig<Afterwards> {

    private List<Runnable> actions;

    /** For JDBI. */
    public Afterwards() {
        this(new ArrayList<>());
    }

    private Afterwards(List<Runnable> actions) {
        this.actions = actions;
    }

    void collectIn(List<Runnable> list) {
        actions = list;
    }

    void add(Runnable action) {
        actions.add(action);
    }

    /** The statements of a handle have copies, which lead to the same list. */
    @Override
    public Afterwards createCopy() {
        return new Afterwards(actions);
    }
}
