package dev.hoop.sidecar.run;

import dev.hoop.controlplane.client.PlaneToken;
import dev.hoop.controlplane.client.PlaneUrl;
import dev.hoop.sidecar.Failure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where a sidecar is told what the command line did not say. */
public record Environment(Map<String, String> variables) {

    private static final String CONFIG = "HOOP_SIDECAR_CONFIG";
    private static final String PLANE = "HOOP_CONTROL_PLANE_URL";
    private static final String TOKEN = "HOOP_SIDECAR_TOKEN";

    public Environment {
        variables = Map.copyOf(variables);
    }

    private Optional<String> get(String name) {
        return Optional.ofNullable(variables.get(name)).filter(value -> !value.isBlank());
    }

    /** The configuration file: what was given, else the environment's. */
    public Optional<Path> config(Optional<Path> given) {
        return given.or(() -> get(CONFIG).map(Path::of));
    }

    /** The plane: the environment's, else the file's, so that one file serves in several places. */
    public Optional<PlaneUrl> plane(Optional<URI> inFile) {
        Optional<String> url = get(PLANE).or(() -> inFile.map(URI::toString));
        try {
            return url.map(PlaneUrl::parse);
        } catch (IllegalArgumentException e) {
            throw new Failure(
                    "the address of the control plane (" + PLANE + " or control_plane_url) is " + e.getMessage(), e);
        }
    }

    /** The sidecar's token: from the file that was given, else the environment's. */
    public PlaneToken token(Optional<Path> file) {
        try {
            if (file.isPresent()) {
                return PlaneToken.read(file.get());
            }
            return get(TOKEN)
                    .map(PlaneToken::of)
                    .orElseThrow(() -> new Failure(
                            "a sidecar with a control plane needs its token; pass --token-file or set " + TOKEN));
        } catch (IOException e) {
            throw new Failure(
                    "cannot read the token in " + file.orElseThrow() + "; does it exist, and may this user read it?",
                    e);
        } catch (IllegalArgumentException e) {
            throw new Failure(e.getMessage() + "; check --token-file or " + TOKEN, e);
        }
    }
}
