package dev.hoop.core.settings;

import dev.hoop.config.Echo;
import dev.hoop.config.Located;
import dev.hoop.config.Problems;
import dev.hoop.core.relay.Address;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the {@code mcp} block. */
final class McpReader {

    private final Problems problems;

    McpReader(Problems problems) {
        this.problems = problems;
    }

    /** The block as settings; empty when something in it is a problem, which is then told. */
    Optional<McpSettings> read(Located<TopKeys.Mcp> written) {
        List<String> origins = new ArrayList<>();
        for (Located<String> origin : written.value().allowedOrigins()) {
            origin(origin).ifPresent(origins::add);
        }
        return Places.tcp("listen", written.value().listen(), problems)
                .map(listen -> new McpSettings(written.position(), (Address.Tcp) listen, origins));
    }

    /** RFC 6454, section 6.2: a browser sends scheme, host and port, the latter only where it is not the scheme's own. */
    private Optional<String> origin(Located<String> written) {
        try {
            URI uri = new URI(written.value().toLowerCase(Locale.ROOT));
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (web && uri.getHost() != null && uri.toString().equals(uri.getScheme() + "://" + uri.getAuthority())) {
                boolean schemesOwn = uri.getPort() == (uri.getScheme().equals("http") ? 80 : 443);
                boolean bare = uri.getRawUserInfo() == null;
                if (bare) {
                    String port = uri.getPort() < 0 || schemesOwn ? "" : ":" + uri.getPort();
                    return Optional.of(uri.getScheme() + "://" + uri.getHost() + port);
                }
            }
        } catch (URISyntaxException e) {
            // Told below, like every other text that is no origin.
        }
        problems.add(
                written.position(),
                "`allowed_origins` must hold origins, not " + Echo.of("allowed_origins", written.value()),
                "write one like `https://tools.example.com`: scheme, host and port, nothing behind them");
        return Optional.empty();
    }
}
