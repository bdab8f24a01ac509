package dev.hoop.proto.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import dev.hoop.config.ConfigException;
import dev.hoop.core.settings.SettingsReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Descriptor sets are read while the configuration is: what is wrong with them stops start-up, with its position. */
class DescriptorsTest {

    @TempDir
    private Path directory;

    private static void read(String files) throws ConfigException {
        new SettingsReader(List.of(new GrpcListenerFactory())).read("test.yaml", """
                listeners:
                  - name: a
                    protocol: grpc
                    listen: ':1'
                    upstream: ':2'
                    grpc:
                      descriptors: [%s]
                """.formatted(files));
    }

    private Path write(String name, FileDescriptorProto... files) {
        return Grpc.write(directory.resolve(name), files);
    }

    private static FileDescriptorProto.Builder named(String name) {
        return FileDescriptorProto.newBuilder().setName(name).setSyntax("proto3");
    }

    @Test
    void setsThatNeedEachOtherAreMerged() throws Exception {
        Path one = write("one", named("a.proto").addDependency("b.proto").build());
        Path two = write("two", named("b.proto").build(), named("c.proto").build());

        read(one + ", " + two);
    }

    @Test
    void aFileThatIsNoSet() throws Exception {
        Path text = Files.writeString(directory.resolve("text"), "syntax = \"proto3\";");

        assertThatThrownBy(() -> read(text.toString()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("test.yaml:7:21: ")
                .hasMessageContaining("is no descriptor set; write one with");
    }

    @Test
    void aFileThatIsNotThere() {
        assertThatThrownBy(() -> read(directory.resolve("gone").toString()))
                .hasMessageContaining("test.yaml:7:21: ")
                .hasMessageContaining("there is no file");
    }

    @Test
    void anImportThatIsMissing() {
        Path set = write("one", named("a.proto").addDependency("b.proto").build());

        assertThatThrownBy(() -> read(set.toString()))
                .hasMessageContaining("test.yaml:7:7: ")
                .hasMessageContaining("the descriptors lack b.proto, which a.proto imports");
    }

    @Test
    void oneFileInTwoVersions() {
        Path one = write("one", named("a.proto").build());
        Path two = write(
                "two",
                named("a.proto")
                        .addMessageType(DescriptorProto.newBuilder().setName("M"))
                        .build());

        assertThatThrownBy(() -> read(one + ", " + two)).hasMessageContaining("two versions of a.proto");
    }

    @Test
    void aCircle() {
        Path set = write(
                "one",
                named("a.proto").addDependency("b.proto").build(),
                named("b.proto").addDependency("a.proto").build());

        assertThatThrownBy(() -> read(set.toString())).hasMessageContaining("in a circle at a.proto");
    }

    @Test
    void aTypeThatIsNowhere() {
        Path set = write(
                "one",
                named("a.proto")
                        .addMessageType(DescriptorProto.newBuilder()
                                .setName("M")
                                .addField(Grpc.field("f", 1).clearType().setTypeName(".nowhere.T")))
                        .build());

        assertThatThrownBy(() -> read(set.toString())).hasMessageContaining("the descriptor of a.proto is broken");
    }

    @Test
    void capturingNeedsDescriptors() {
        assertThatThrownBy(() -> new GrpcConfig(List.of(), true, 1, List.of()))
                .hasMessageContaining("`capture_payload` needs `descriptors`");
        assertThat(GrpcConfig.DEFAULT.maxPayloadBytes()).isEqualTo(GrpcConfig.DEFAULT_MAX_PAYLOAD_BYTES);
    }
}
