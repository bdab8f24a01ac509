package dev.hoop.controlplane.internal.page;

import dev.hoop.web.WebRequest;
import java.util.Optional;

/** Numbers in a page's address. One that is none is as good as absent: there is nothing that it could change. */
final class Numbers {

    private Numbers() {}

    static Optional<Long> in(WebRequest request, String name) {
        return request.query(name).filter(text -> text.matches("[0-9]{1,18}")).map(Long::parseLong);
    }
}
