package dev.hoop.proto.grpc.internal.descriptor;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Goes through a whole message: collects its texts, and finds what the descriptors do not know. */
final class MessageWalk {

    private static final String ANY = "google.protobuf.Any";
    private static final int ANY_TYPE_URL = 1;
    private static final int ANY_VALUE = 2;

    private final MethodCatalog catalog;
    private final BoundedText values;

    MessageWalk(MethodCatalog catalog, BoundedText values) {
        this.catalog = catalog;
        this.values = values;
    }

    void walk(Message message) throws IOException, Unreadable {
        if (!message.getUnknownFields().asMap().isEmpty()) {
            throw new Unreadable(
                    "the message has fields that the descriptors of this listener do not know; nothing ran."
                            + " Update the descriptors");
        }
        if (message.getDescriptorForType().getFullName().equals(ANY)) {
            walkAny(message);
        }
        for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
            if (field.getValue() instanceof List<?> list) {
                for (Object element : list) {
                    take(element);
                }
            } else {
                take(field.getValue());
            }
        }
    }

    private void take(Object value) throws IOException, Unreadable {
        if (value instanceof Message nested) {
            walk(nested);
        } else if (value instanceof String text) {
            values.append(text).append('\n');
        } else if (value instanceof ByteString bytes) {
            values.append(bytes.toString(StandardCharsets.ISO_8859_1)).append('\n');
        }
    }

    private void walkAny(Message any) throws IOException, Unreadable {
        Descriptor type = any.getDescriptorForType();
        String url = (String) any.getField(type.findFieldByNumber(ANY_TYPE_URL));
        ByteString value = (ByteString) any.getField(type.findFieldByNumber(ANY_VALUE));
        Descriptor packed = url.isEmpty() ? null : catalog.types().getDescriptorForTypeUrl(url);
        if (packed != null) {
            walk(DynamicMessage.parseFrom(packed, value, catalog.extensions()));
        }
    }
}
