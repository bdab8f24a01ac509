package dev.hoop.proto.grpc.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeptBytesTest {

    private final KeptBytes all = new KeptBytes(100);

    private final class Client implements KeptBytes.Owner {
        private long kept;
        private boolean left;

        Client() {
            all.join(this);
        }

        void keep(int bytes) {
            kept += bytes;
            all.add(bytes);
        }

        @Override
        public long kept() {
            return kept;
        }

        @Override
        public void leave() {
            left = true;
            all.left(this);
        }
    }

    @Test
    void whoKeepsMostIsLeftAndNobodyElse() {
        Client one = new Client();
        Client two = new Client();
        one.keep(60);
        two.keep(40);
        assertThat(one.left || two.left).isFalse();

        two.keep(1);
        assertThat(one.left).isTrue();
        two.keep(59);
        assertThat(two.left).isFalse();
        two.keep(1);
        assertThat(two.left).isTrue();
    }

    @Test
    void whatIsNotKeptAnyMoreDoesNotCount() {
        Client one = new Client();
        for (int i = 0; i < 10; i++) {
            one.keep(90);
            one.keep(-90);
        }
        assertThat(one.left).isFalse();
    }
}
