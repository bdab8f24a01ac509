package dev.hoop.controlplane;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A plane in a process of its own, to be killed without a warning. */
final class PlaneProcess implements AutoCloseable {

    static final String LISTENING = "listening at ";

    private final Process process;
    private final URI url;

    private PlaneProcess(Process process, URI url) {
        this.process = process;
        this.url = url;
    }

    /** Starts one with that configuration file and waits until it listens. */
    static PlaneProcess start(Path configuration) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), PlaneProcess.class.getName()));
        command.add(configuration.toString());
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return listening(process, LISTENING, process.getInputStream());
    }

    /** Starts one by that command, which says where it listens behind a word on this stream; what else it says is read here. */
    static PlaneProcess listening(Process process, String word, InputStream says) throws IOException {
        BufferedReader out = new BufferedReader(new InputStreamReader(says, StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            int at = line.indexOf(word);
            if (at >= 0) {
                return new PlaneProcess(process, URI.create(line.substring(at + word.length())));
            }
        }
        process.destroyForcibly();
        throw new IOException("the plane ended before it listened");
    }

    URI url() {
        return url;
    }

    long pid() {
        return process.pid();
    }

    /** SIGKILL, where there are signals: nothing of the process runs any more. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new AssertionError("the process did not die");
        }
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }

    /** The process. Ends when its standard input does, so that it never outlives the test. */
    public static void main(String[] arguments) throws Exception {
        try (ControlPlane plane = ControlPlane.start(ControlPlaneSettings.load(Path.of(arguments[0])))) {
            System.out.println(LISTENING + plane.url());
            System.out.flush();
            while (System.in.read() >= 0) {
                // Nothing is said this way.
            }
        }
    }
}
