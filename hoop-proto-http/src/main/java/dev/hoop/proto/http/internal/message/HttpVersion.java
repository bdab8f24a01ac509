package dev.hoop.proto.http.internal.message;

/** The versions of HTTP that are understood. */
public enum HttpVersion {
    HTTP_1_0("HTTP/1.0"),
    HTTP_1_1("HTTP/1.1"),
    HTTP_2("HTTP/2");

    private final String text;

    HttpVersion(String text) {
        this.text = text;
    }

    /** As the version is written in a start line. */
    public String text() {
        return text;
    }
}
