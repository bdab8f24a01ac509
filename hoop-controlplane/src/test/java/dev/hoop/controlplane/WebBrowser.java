package dev.hoop.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Someone signed in on the page, without scripts and without following redirects. */
final class WebBrowser {

    private static final Pattern FORM_TOKEN = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");
    private static final Pattern ROW = Pattern.compile("<li [^>]*class=\"row\" data-id=\"([^\"]+)\"");

    private final TestPlane plane;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private String cookie = "";

    WebBrowser(TestPlane plane) {
        this.plane = plane;
    }

    void signIn(SecretToken token) throws Exception {
        HttpResponse<String> answer = post("/sign-in", "token=" + token.value());
        cookie = answer.headers().firstValue("set-cookie").orElseThrow().split(";", 2)[0];
    }

    String cookie() {
        return cookie;
    }

    HttpResponse<String> get(String path) throws Exception {
        return get(path, Map.of("cookie", cookie));
    }

    HttpResponse<String> get(String path, Map<String, String> headers) throws Exception {
        HttpRequest.Builder request = plane.client.request(path);
        headers.forEach(request::header);
        return http.send(request.GET().build(), BodyHandlers.ofString());
    }

    HttpResponse<String> post(String path, String form) throws Exception {
        HttpRequest.Builder request =
                plane.client.request(path).header("content-type", "application/x-www-form-urlencoded");
        if (!cookie.isEmpty()) {
            request.header("cookie", cookie);
        }
        return http.send(request.POST(BodyPublishers.ofString(form)).build(), BodyHandlers.ofString());
    }

    String formToken() throws Exception {
        Matcher matcher = FORM_TOKEN.matcher(get("/reviews").body());
        assertThat(matcher.find()).as("a form in the page").isTrue();
        return matcher.group(1);
    }

    /** The ids of the reviews in a list. */
    static List<String> rows(String page) {
        List<String> ids = new ArrayList<>();
        Matcher matcher = ROW.matcher(page);
        while (matcher.find()) {
            ids.add(matcher.group(1));
        }
        return ids;
    }
}
