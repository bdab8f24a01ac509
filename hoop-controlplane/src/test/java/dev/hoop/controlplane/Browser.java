package dev.hoop.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One Chromium for the tests of a class, and the pages of one test after the other. */
final class Browser implements AfterAllCallback {

    private final List<BrowserPage> pages = new ArrayList<>();
    private Optional<Chromium> chromium = Optional.empty();

    /** A new page without cookies. */
    BrowserPage page(URI site) throws IOException, InterruptedException {
        if (chromium.isEmpty()) {
            // Left behind: Chromium writes until its last process is gone.
            chromium = Optional.of(Chromium.start(Files.createTempDirectory("hoop-chromium")));
        }
        BrowserPage page = chromium.get().page(site);
        pages.add(page);
        return page;
    }

    /** Ends the test's pages, which may not have complained. To be called while the plane is still there to be asked. */
    void endPages() {
        List<String> complaints = new ArrayList<>();
        for (BrowserPage page : pages) {
            complaints.addAll(page.complaints());
            page.close();
        }
        pages.clear();
        assertThat(complaints).as("what the browser complained of").isEmpty();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        chromium.ifPresent(Chromium::close);
        chromium = Optional.empty();
    }
}
