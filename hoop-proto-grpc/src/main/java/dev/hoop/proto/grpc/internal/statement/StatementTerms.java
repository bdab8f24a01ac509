package dev.hoop.proto.grpc.internal.statement;

import dev.hoop.proto.grpc.internal.message.CallHead;
import dev.hoop.proto.grpc.internal.message.MethodPath;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How one listener shows its calls: made once, shared by all its statements. Immutable.
 *
 * @param metadata names of metadata that the audit trail gets
 */
public record StatementTerms(List<String> metadata) {

    String operation(MethodPath method) {
        return Operations.ofName(method.method());
    }

    Map<String, String> facts(CallHead head) {
        if (metadata.isEmpty()) {
            return Map.of();
        }
        Map<String, String> facts = new LinkedHashMap<>();
        for (String name : metadata) {
            List<CharSequence> values = head.headers().getAll(name);
            if (!values.isEmpty()) {
                facts.put("metadata." + name, String.join(", ", values));
            }
        }
        return facts;
    }
}
