package dev.hoop.proto.http.internal.codec;

/** What a decoder came to. */
public enum Step {
    /** Nothing more to say until the buffer holds more bytes. */
    NEED_MORE,
    /** A head was read: ask for it. */
    HEAD,
    /** A part of the body was read: ask for it, exactly once. */
    BODY,
    /** The message is complete, trailers included. The next call starts the next message. */
    END
}
