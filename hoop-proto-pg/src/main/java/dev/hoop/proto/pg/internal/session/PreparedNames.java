package dev.hoop.proto.pg.internal.session;

import dev.hoop.proto.pg.internal.statement.NameCommand;
import dev.hoop.proto.pg.internal.statement.Prepared;
import java.util.List;

/** What SQL does to the names of prepared statements. */
final class PreparedNames {

    private final Names<Prepared> statements;

    PreparedNames(Names<Prepared> statements) {
        this.statements = statements;
    }

    /** A text with these commands is on its way. */
    void sending(List<NameCommand> commands) {
        for (NameCommand command : commands) {
            // Gone or with another text: either way what the sidecar knew of it does not hold any more.
            command.name().ifPresentOrElse(statements::sendingRemoval, statements::sendingRemovalOfAll);
        }
    }

    /**
     * The server came to the end of that text.
     *
     * @param dropsUnnamed whether it dropped the unnamed statement, too
     */
    void settle(List<NameCommand> commands, boolean dropsUnnamed) {
        if (dropsUnnamed) {
            statements.settleRemoval("");
        }
        for (NameCommand command : commands) {
            command.name().ifPresentOrElse(statements::settleRemoval, statements::settleRemovalOfAll);
        }
    }
}
