package dev.hoop.controlplane.internal.page;

import dev.hoop.web.Router;
import dev.hoop.web.StaticFile;

/** What pages load besides themselves; all of it comes from here. */
final class Assets {

    private static final String SCRIPT = "text/javascript; charset=utf-8";

    private Assets() {}

    static void addTo(Router.Builder routes) {
        add(routes, "page.css", "text/css; charset=utf-8");
        add(routes, "icon.svg", "image/svg+xml");
        for (String script : new String[] {"live.js", "morph.js", "keys.js", "queue.js"}) {
            add(routes, script, SCRIPT);
        }
    }

    private static void add(Router.Builder routes, String name, String type) {
        routes.get("/assets/" + name, StaticFile.load(Assets.class, name, type));
    }
}
