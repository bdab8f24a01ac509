package dev.hoop.web;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Which handler answers which path and method. Immutable.
 *
 * <p>A template's {@code {name}} matches one whole segment; a literal segment wins over a parameter. {@code GET} routes
 * answer {@code HEAD} too. A path without a route is 404, a method without one is 405 with {@code Allow}; both are plain
 * text.
 */
public final class Router {

    /** How a route's handler is run. */
    sealed interface Action {
        /** On the event loop. */
        record OnLoop(WebHandler handler) implements Action {}

        /** On a worker; a brief one on a worker of the few for such. */
        record OnWorker(BlockingHandler handler, boolean brief) implements Action {}
    }

    /** What a request meets. */
    sealed interface Match {
        /** A handler, with the template's values. */
        record Found(Action action, Map<String, String> parameters, String template) implements Match {}

        /** The path is known, the method is not. */
        record WrongMethod(String allow) implements Match {}

        /** The path is not known. */
        record NoRoute() implements Match {}
    }

    /** No method has this name: it is not a token of RFC 9110, section 5.6.2. */
    private static final String ANY = "any method";

    private record Resource(PathTemplate template, Map<String, Action> actions) {}

    private final List<Resource> resources;
    private final Function<Throwable, Optional<WebFailure>> explanation;
    private final List<WebResponse.Field> always;

    private Router(
            List<Resource> resources,
            Function<Throwable, Optional<WebFailure>> explanation,
            List<WebResponse.Field> always) {
        this.resources = resources;
        this.explanation = explanation;
        this.always = List.copyOf(always);
    }

    /** A router without routes yet. */
    public static Builder builder() {
        return new Builder();
    }

    /** How what a handler threw is to be answered, if there is a better answer than that something went wrong. */
    Optional<WebFailure> explained(Throwable thrown) {
        return explanation.apply(thrown);
    }

    /** The header fields of every answer. */
    List<WebResponse.Field> always() {
        return always;
    }

    Match match(String method, RequestTarget target) {
        for (Resource resource : resources) {
            Optional<Map<String, String>> values = resource.template().match(target.segments());
            if (values.isPresent()) {
                return choose(resource, method, values.get());
            }
        }
        return new Match.NoRoute();
    }

    private static Match choose(Resource resource, String method, Map<String, String> values) {
        Action action = resource.actions().get(method);
        if (action == null && method.equals("HEAD")) {
            action = resource.actions().get("GET");
        }
        if (action == null) {
            action = resource.actions().get(ANY);
        }
        if (action != null) {
            return new Match.Found(action, values, resource.template().toString());
        }
        Set<String> allowed = new TreeSet<>(resource.actions().keySet());
        if (allowed.contains("GET")) {
            allowed.add("HEAD");
        }
        return new Match.WrongMethod(allowed.stream().collect(Collectors.joining(", ")));
    }

    /** Collects routes. Not safe for use by more than one thread. */
    public static final class Builder {

        private final Map<String, Resource> byShape = new LinkedHashMap<>();
        private final List<WebResponse.Field> always = new ArrayList<>();
        private Function<Throwable, Optional<WebFailure>> explanation = thrown -> Optional.empty();

        private Builder() {}

        /** Has a {@code GET} (and {@code HEAD}) answered on the event loop. */
        public Builder get(String template, WebHandler handler) {
            return route("GET", template, handler);
        }

        /**
         * Has a request answered on the event loop.
         *
         * @throws IllegalArgumentException when path and method already have a handler
         */
        public Builder route(String method, String template, WebHandler handler) {
            return add(method, template, new Action.OnLoop(handler));
        }

        /** Has every request to a path answered on the event loop that no other route takes, whatever its method. */
        public Builder any(String template, WebHandler handler) {
            return route(ANY, template, handler);
        }

        /**
         * Has a request answered on a worker.
         *
         * @throws IllegalArgumentException when path and method already have a handler
         */
        public Builder blocking(String method, String template, BlockingHandler handler) {
            return add(method, template, new Action.OnWorker(handler, false));
        }

        /**
         * Has a request answered on one of two workers for short readings, so that it does not stand in line behind what
         * takes long. Only for what asks once and is over in a moment.
         *
         * @throws IllegalArgumentException when path and method already have a handler
         */
        public Builder brief(String method, String template, BlockingHandler handler) {
            return add(method, template, new Action.OnWorker(handler, true));
        }

        /**
         * Has failures of handlers explained that would be answered with 500 otherwise. Must not throw.
         *
         * @param thrown gives the answer for what a handler threw, or nothing where it knows none
         */
        public Builder explain(Function<Throwable, Optional<WebFailure>> thrown) {
            explanation = thrown;
            return this;
        }

        /** Has every answer of the server carry a header field, those to requests that no route takes or that are malformed, too. */
        public Builder always(String name, String value) {
            always.add(new WebResponse.Field(name, value));
            return this;
        }

        private Builder add(String method, String template, Action action) {
            PathTemplate parsed = PathTemplate.parse(template);
            Resource resource =
                    byShape.computeIfAbsent(parsed.shape(), shape -> new Resource(parsed, new LinkedHashMap<>()));
            if (!resource.template().toString().equals(template)) {
                throw new IllegalArgumentException(
                        template + " and " + resource.template() + " match the same paths: use the same names");
            }
            if (resource.actions().putIfAbsent(method, action) != null) {
                throw new IllegalArgumentException("two handlers for " + method + " " + template);
            }
            return this;
        }

        /** The router. */
        public Router build() {
            List<Resource> ordered = new ArrayList<>();
            for (Resource resource : byShape.values()) {
                int place = 0;
                while (place < ordered.size()
                        && !resource.template()
                                .isMoreSpecificThan(ordered.get(place).template())) {
                    place++;
                }
                ordered.add(place, new Resource(resource.template(), Map.copyOf(resource.actions())));
            }
            return new Router(List.copyOf(ordered), explanation, always);
        }
    }
}
