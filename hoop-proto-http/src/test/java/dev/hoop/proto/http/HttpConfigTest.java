package dev.hoop.proto.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.config.Binder;
import dev.hoop.config.Problems;
import dev.hoop.config.YamlReader;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpConfigTest {

    @Test
    void anEmptyBlockIsTheDefault() {
        assertThat(bind("{}")).contains(HttpConfig.DEFAULT);
    }

    @Test
    void readsEveryKey() {
        HttpConfig config =
                bind("{max_body_bytes: 1024, capture_body: true, headers: [X-Team], sensitive_query_params: [acct]}")
                        .orElseThrow();
        assertThat(config.maxBodyBytes()).isEqualTo(1024);
        assertThat(config.captureBody()).isTrue();
        assertThat(config.headers()).containsExactly("X-Team");
        assertThat(config.sensitiveQueryParams()).containsExactly("acct");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{headers: [Authorization]}",
                "{headers: [cookie]}",
                "{headers: [Proxy-Authorization]}",
                "{headers: ['x y']}",
                "{sensitive_query_params: [' ']}",
                "{max_body_bytes: -1}",
                "{max_body_bytes: 67108865}",
                "{max_body: 1}",
            })
    void refusesWhatMustNotBe(String block) {
        assertThat(bind(block)).isEmpty();
    }

    private static Optional<HttpConfig> bind(String block) {
        Problems problems = new Problems();
        Optional<HttpConfig> bound =
                YamlReader.read("test", block, problems).flatMap(node -> Binder.bind(node, HttpConfig.class, problems));
        assertThat(bound.isEmpty()).isEqualTo(problems.count() > 0);
        return bound;
    }
}
