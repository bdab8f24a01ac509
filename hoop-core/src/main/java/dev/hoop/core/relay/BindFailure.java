package dev.hoop.core.relay;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;

/** A listener could not take its address. The message names listener, address and reason, and says what to do. */
public final class BindFailure extends IOException {

    private static final long serialVersionUID = 1;

    BindFailure(String listener, Address address, Throwable cause) {
        super("listener " + listener + ": cannot listen on " + address + ": " + reason(address, cause), cause);
    }

    private static String reason(Address address, Throwable cause) {
        if (cause instanceof FileAlreadyExistsException) {
            return "a file that is no socket is there; remove it, or choose another path";
        }
        String text = String.valueOf(cause.getMessage());
        if (text.contains("Address already in use")) {
            return "the address is in use; stop what listens there, or choose another port (0 takes a free one)";
        }
        if (text.contains("Permission denied")) {
            return address instanceof Address.Tcp
                    ? "permission denied; ports below 1024 need the right to bind them, or choose a higher one"
                    : "permission denied; choose a directory that this user may write to";
        }
        if (text.contains("Cannot assign requested address")) {
            return "this host does not have that address; use one of its own, or 0.0.0.0 for all of them";
        }
        if (text.contains("No such file or directory")) {
            return "the directory does not exist; create it";
        }
        return text;
    }
}
