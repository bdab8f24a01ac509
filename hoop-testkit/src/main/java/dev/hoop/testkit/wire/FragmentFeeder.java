package dev.hoop.testkit.wire;

import dev.hoop.testbase.HexDump;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Gives one input in every way in which a network may cut it: whole, split in two at every position, and byte by byte.
 */
public final class FragmentFeeder {

    /** Takes one input, cut into fragments; none of them is empty. */
    @FunctionalInterface
    public interface Feed {
        void accept(List<byte[]> fragments) throws Exception;
    }

    private FragmentFeeder() {}

    /** All the ways: whole, then n - 1 splits in two, then byte by byte. */
    public static List<List<byte[]>> cuts(byte[] input) {
        List<List<byte[]>> cuts = new ArrayList<>();
        cuts.add(List.of(input.clone()));
        for (int at = 1; at < input.length; at++) {
            cuts.add(splitAt(input, at));
        }
        if (input.length > 2) {
            cuts.add(byteByByte(input));
        }
        return cuts;
    }

    /** The input in two fragments. */
    public static List<byte[]> splitAt(byte[] input, int at) {
        return List.of(Arrays.copyOf(input, at), Arrays.copyOfRange(input, at, input.length));
    }

    /** The input in fragments of one byte. */
    public static List<byte[]> byteByByte(byte[] input) {
        List<byte[]> bytes = new ArrayList<>(input.length);
        for (byte next : input) {
            bytes.add(new byte[] {next});
        }
        return bytes;
    }

    /**
     * Feeds every cut of the input.
     *
     * @throws AssertionError when one fails: it tells where the input was cut, with the cause attached
     */
    public static void feedEveryCut(byte[] input, Feed feed) {
        for (List<byte[]> cut : cuts(input)) {
            try {
                feed.accept(cut);
            } catch (Exception | AssertionError e) {
                throw new AssertionError(
                        "failed " + describe(cut) + ": " + e.getMessage() + "\ninput:\n" + HexDump.of(input), e);
            }
        }
    }

    private static String describe(List<byte[]> cut) {
        return switch (cut.size()) {
            case 1 -> "with the input in one piece";
            case 2 -> "with the input split after " + cut.get(0).length + " bytes";
            default -> "with the input byte by byte";
        };
    }
}
