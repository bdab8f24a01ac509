package dev.hoop.proto.grpc.internal.message;

/**
 * The path of a method: {@code /package.Service/Method}. Only letters, digits and {@code . _ - $ / +} make one: what
 * servers might decode or cut before they look for the method has no single reading.
 *
 * @param text the path with its leading slash
 */
public record MethodPath(String text) {

    private static final int MAX_LENGTH = 1024;

    /**
     * Reads a path.
     *
     * @throws BadCall when it is none
     */
    public static MethodPath parse(CharSequence path) throws BadCall {
        int length = path.length();
        int slashes = 0;
        int start = 0;
        if (length > MAX_LENGTH || length == 0 || path.charAt(0) != '/') {
            throw malformed();
        }
        for (int i = 1; i <= length; i++) {
            char c = i < length ? path.charAt(i) : '/';
            if (c == '/') {
                if (emptyOrDots(path, start + 1, i)) {
                    throw malformed();
                }
                slashes++;
                start = i;
            } else if (!plain(c)) {
                throw malformed();
            }
        }
        if (slashes < 2) {
            throw malformed();
        }
        return new MethodPath(path.toString());
    }

    private static boolean emptyOrDots(CharSequence path, int from, int to) {
        for (int i = from; i < to; i++) {
            if (path.charAt(i) != '.') {
                return false;
            }
        }
        return true;
    }

    private static boolean plain(char c) {
        return c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || c >= '0' && c <= '9'
                || c == '.'
                || c == '_'
                || c == '-'
                || c == '$'
                || c == '+';
    }

    /** The method's own name, behind the last slash. */
    public String method() {
        return text.substring(text.lastIndexOf('/') + 1);
    }

    /** The service's full name, without slashes around it. */
    public String service() {
        return text.substring(1, text.lastIndexOf('/'));
    }

    private static BadCall malformed() {
        return new BadCall(
                GrpcStatus.UNIMPLEMENTED, "the call's :path is no /package.Service/Method in plain characters");
    }

    @Override
    public String toString() {
        return text;
    }
}
