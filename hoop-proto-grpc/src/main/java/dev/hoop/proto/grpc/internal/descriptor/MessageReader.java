package dev.hoop.proto.grpc.internal.descriptor;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.hoop.proto.grpc.internal.message.MethodPath;
import java.io.IOException;

/**
 * Reads messages of requests. What it cannot read in full it does not read: a field that the descriptors do not know would
 * be approved unseen.
 */
public final class MessageReader {

    /** JSON names every field, so that it is longer than the message; one that explodes is not read. */
    private static final int MAX_GROWTH = 64;

    private static final int LEAST_LIMIT = 64 * 1024;

    private final MethodCatalog catalog;
    private final JsonFormat.Printer printer;

    public MessageReader(MethodCatalog catalog) {
        this.catalog = catalog;
        this.printer = JsonFormat.printer().usingTypeRegistry(catalog.types()).omittingInsignificantWhitespace();
    }

    /**
     * Reads a message of a request.
     *
     * @param bytes uncompressed
     */
    public MessageText read(MethodPath path, byte[] bytes) throws Unreadable {
        MethodDescriptor method = catalog.find(path)
                .orElseThrow(
                        () -> new Unreadable("the descriptors of this listener do not describe the method; nothing ran."
                                + " Add the descriptors of its service"));
        try {
            DynamicMessage message = DynamicMessage.parseFrom(method.getInputType(), bytes, catalog.extensions());
            BoundedText values = new BoundedText(bytes.length + LEAST_LIMIT);
            new MessageWalk(catalog, values).walk(message);
            BoundedText json = new BoundedText(
                    Math.max(LEAST_LIMIT, (int) Math.min(Integer.MAX_VALUE / 2, (long) bytes.length * MAX_GROWTH)));
            printer.appendTo(message, json);
            return new MessageText(json.toString(), values.toString());
        } catch (InvalidProtocolBufferException e) {
            throw new Unreadable("the message is none of the method's request type, or holds an Any of a type that the"
                    + " descriptors of this listener do not have; nothing ran");
        } catch (IOException | StackOverflowError e) {
            throw new Unreadable("the message is too deep, or too long as text, to be judged; nothing ran");
        }
    }
}
