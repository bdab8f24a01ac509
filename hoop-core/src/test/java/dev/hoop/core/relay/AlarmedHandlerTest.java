package dev.hoop.core.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A loop over io_uring, which waits without a time limit. Nothing else happens on it that could wake it. */
@Timeout(60)
class AlarmedHandlerTest {

    private static final int LATE_MINUTES = 30;

    @BeforeAll
    static void wantsUring() {
        assumeTrue(Transport.Kind.IO_URING.isAvailable(), "this kernel has no io_uring for this process");
    }

    @Test
    void aTaskIsDueAlthoughALaterOneWasThereBefore() throws Exception {
        try (Transport transport = Transport.open(Transport.Kind.IO_URING, 1)) {
            EventLoop loop = transport.nextLoop();
            ScheduledFuture<?> late = loop.schedule(() -> {}, LATE_MINUTES, TimeUnit.MINUTES);
            loop.schedule(() -> {}, 20, TimeUnit.MILLISECONDS).get();
            loop.schedule(() -> {}, 5, TimeUnit.MILLISECONDS).get();

            assertThat(late.isDone()).isFalse();
        }
    }

    @Test
    void tasksThatTasksScheduleAreDueOneAfterTheOther() throws Exception {
        try (Transport transport = Transport.open(Transport.Kind.IO_URING, 1)) {
            EventLoop loop = transport.nextLoop();
            CountDownLatch left = new CountDownLatch(30);
            loop.execute(new Runnable() {
                @Override
                public void run() {
                    left.countDown();
                    if (left.getCount() > 0) {
                        loop.schedule(this, 1, TimeUnit.MILLISECONDS);
                    }
                }
            });
            left.await();
        }
    }

    @Test
    void tasksAreDueInTheirOrder() throws Exception {
        try (Transport transport = Transport.open(Transport.Kind.IO_URING, 1)) {
            EventLoop loop = transport.nextLoop();
            List<Integer> order = new ArrayList<>();
            List<ScheduledFuture<?>> tasks = new ArrayList<>();
            // All from the loop itself, so that their times differ by what is asked for.
            loop.submit(() -> {
                        for (int millis : new int[] {40, 10, 30, 20}) {
                            tasks.add(loop.schedule(() -> order.add(millis), millis, TimeUnit.MILLISECONDS));
                        }
                    })
                    .get();
            for (ScheduledFuture<?> task : tasks) {
                task.get();
            }

            assertThat(order).containsExactly(10, 20, 30, 40);
        }
    }

    /** Over plain selectors, which wait without a time limit as well. */
    @Test
    void aFarTaskHasOneAlarmHoweverOftenANearerOneIsDue() throws Exception {
        ScheduledThreadPoolExecutor alarms = new ScheduledThreadPoolExecutor(1);
        alarms.setRemoveOnCancelPolicy(true);
        IoHandlerFactory selectors = NioIoHandler.newFactory();
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(
                1, executor -> new AlarmedHandler(selectors.newHandler(executor), alarms));
        try {
            EventLoop loop = loops.next();
            loop.schedule(() -> {}, LATE_MINUTES, TimeUnit.MINUTES);
            for (int i = 0; i < 100; i++) {
                loop.schedule(() -> {}, 1, TimeUnit.MILLISECONDS).get();
                assertThat(alarms.getQueue()).hasSizeLessThanOrEqualTo(1);
            }
        } finally {
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
            alarms.shutdownNow();
        }
    }

    @Test
    void aLoopThatWaitsEndsAtOnce() {
        Transport transport = Transport.open(Transport.Kind.IO_URING, 1);
        transport.nextLoop().schedule(() -> {}, LATE_MINUTES, TimeUnit.MINUTES);
        transport.close();
    }
}
