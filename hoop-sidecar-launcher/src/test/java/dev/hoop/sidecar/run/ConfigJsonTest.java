package dev.hoop.sidecar.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.config.ConfigNode;
import dev.hoop.config.Problems;
import dev.hoop.config.YamlReader;
import org.junit.jupiter.api.Test;

class ConfigJsonTest {

    private static ConfigNode.Mapping read(String yaml) {
        return YamlReader.read("test", yaml, new Problems()).orElseThrow();
    }

    @Test
    void keepsKindsOfValues() {
        ConfigNode node = read(
                "{text: a, quoted: '1', whole: 010, hex: 0x1f, part: 1.50, yes: true, none: null, list: [1, [b]]}");

        assertThat(ConfigJson.complete(node))
                .hasToString("{\"text\":\"a\",\"quoted\":\"1\",\"whole\":10,\"hex\":31,\"part\":1.50,\"yes\":true,"
                        + "\"none\":null,\"list\":[1,[\"b\"]]}");
    }

    @Test
    void readsBackAsTheSameConfiguration() {
        ConfigNode node = read("{a: [1, 'true', {b: ~}], c: 1e3, d: \"x\\n\\\"y\"}");
        String json = ConfigJson.complete(node).toString();

        assertThat(ConfigJson.complete(read(json))).hasToString(json);
    }

    @Test
    void masksWhatMayBeSecret() {
        ConfigNode node =
                read("{api_key: abc, key_file: k.pem, url: 'postgres://u:p@h/d', list: [{token: t}], name: n}");

        assertThat(ConfigJson.masked(node))
                .hasToString(
                        "{\"api_key\":\"***\",\"key_file\":\"k.pem\",\"url\":\"***\",\"list\":[{\"token\":\"***\"}],"
                                + "\"name\":\"n\"}");
    }
}
