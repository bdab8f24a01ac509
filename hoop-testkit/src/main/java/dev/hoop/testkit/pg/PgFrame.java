package dev.hoop.testkit.pg;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A message as a server that is played gets it.
 *
 * @param tag its tag; 0 for the messages of the startup phase, which have none
 * @param body what follows its length. Not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record PgFrame(char tag, byte[] body) {

    /** The body's first string: the text of a Query, the statement's name of a Parse. */
    public String text() {
        return strings(0).get(0);
    }

    /** The text of a Parse. */
    public String parsedText() {
        return strings(0).get(1);
    }

    /** What a message of the startup phase begins with: the protocol's version, or the code of a request. */
    public int code() {
        return ByteBuffer.wrap(body).getInt();
    }

    /** The parameters of a StartupMessage, in their order. */
    public Map<String, String> parameters() {
        List<String> strings = strings(Integer.BYTES);
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 0; i + 1 < strings.size() && !strings.get(i).isEmpty(); i += 2) {
            parameters.put(strings.get(i), strings.get(i + 1));
        }
        return parameters;
    }

    private List<String> strings(int offset) {
        return Arrays.asList(PgText.utf8(body, offset, body.length - offset).split("\0", -1));
    }
}
