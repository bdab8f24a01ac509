package dev.hoop.proto.grpc.internal.statement;

import com.google.protobuf.DescriptorProtos.MethodOptions.IdempotencyLevel;
import dev.hoop.core.statement.Risk;
import dev.hoop.core.statement.Risk.Level;
import dev.hoop.core.statement.Statement;
import java.util.List;
import java.util.Set;

/**
 * What a method does to the state of its server, by the name that it has. A name that says nothing is
 * {@link Statement#UNKNOWN}: what is only believed to read is not passed for it.
 */
public final class Operations {

    public static final String READ = "read";
    public static final String WRITE = "write";

    /** The words that rules may name. */
    public static final List<String> WORDS = List.of(READ, WRITE);

    private static final Set<String> READS = Set.of(
            "get",
            "list",
            "read",
            "search",
            "find",
            "query",
            "lookup",
            "describe",
            "show",
            "count",
            "watch",
            "check",
            "batchget");

    private static final Set<String> WRITES = Set.of(
            "create",
            "update",
            "delete",
            "set",
            "put",
            "post",
            "patch",
            "add",
            "remove",
            "insert",
            "upsert",
            "write",
            "save",
            "replace",
            "drop",
            "purge",
            "cancel",
            "undelete",
            "move",
            "rename",
            "import",
            "grant",
            "revoke",
            "send",
            "publish",
            "batchcreate",
            "batchupdate",
            "batchdelete");

    private static final Set<String> REMOVES =
            Set.of("delete", "remove", "destroy", "drop", "purge", "truncate", "grant", "revoke");

    private Operations() {}

    /** By what the method's descriptor declares, else by its name: something idempotent that has side effects writes. */
    public static String of(IdempotencyLevel declared, String name) {
        return switch (declared) {
            case NO_SIDE_EFFECTS -> READ;
            case IDEMPOTENT -> WRITE;
            case IDEMPOTENCY_UNKNOWN -> ofName(name);
        };
    }

    /** By the first word of the name, or its first two where that is {@code Batch}. */
    public static String ofName(String method) {
        String word = firstWord(method, 0);
        if (word.equals("batch")) {
            word += firstWord(method, word.length());
        }
        if (READS.contains(word)) {
            return READ;
        }
        return WRITES.contains(word) ? WRITE : Statement.UNKNOWN;
    }

    /** What is at stake when a method is called whose operation is this. */
    static Risk risk(String operation, String method) {
        if (operation.equals(READ)) {
            return new Risk(Level.LOW, "reads, by what the method declares or its name says");
        }
        String word = firstWord(method, 0);
        if (REMOVES.contains(word.equals("batch") ? firstWord(method, word.length()) : word)) {
            return new Risk(Level.HIGH, "removes or changes rights, by the method's name");
        }
        return operation.equals(WRITE)
                ? new Risk(Level.MEDIUM, "changes, by what the method declares or its name says")
                : Risk.UNTOLD;
    }

    /** In lower case: up to the next capital, underscore or digit. */
    private static String firstWord(String name, int from) {
        StringBuilder word = new StringBuilder();
        for (int i = from; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean capital = c >= 'A' && c <= 'Z';
            if (capital && i > from || !capital && (c < 'a' || c > 'z')) {
                break;
            }
            word.append((char) (c | 0x20));
        }
        return word.toString();
    }
}
