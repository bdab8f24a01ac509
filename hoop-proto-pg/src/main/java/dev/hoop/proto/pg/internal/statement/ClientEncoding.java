package dev.hoop.proto.pg.internal.statement;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The encoding of a client's texts, by the name that the server reports in {@code client_encoding}. In all of them a byte
 * below 0x80 at the start of a character is that character of ASCII, so that a text of ASCII reads the same in each.
 */
public final class ClientEncoding {

    /** What the server takes for granted and nearly every client asks for. */
    public static final ClientEncoding UTF8 = new ClientEncoding(Optional.of(StandardCharsets.UTF_8), true);

    /**
     * The names of the table "PostgreSQL Character Sets" that Java knows otherwise. Those with bytes below 0x80 inside of
     * characters are all here, since a text in them can only be read by their rules.
     */
    private static final Map<String, String> JAVA_NAMES = Map.ofEntries(
            Map.entry("BIG5", "Big5"),
            Map.entry("EUC_CN", "GB2312"),
            Map.entry("EUC_JP", "EUC-JP"),
            Map.entry("EUC_KR", "EUC-KR"),
            Map.entry("GB18030", "GB18030"),
            Map.entry("GBK", "GBK"),
            Map.entry("JOHAB", "x-Johab"),
            Map.entry("KOI8R", "KOI8-R"),
            Map.entry("KOI8U", "KOI8-U"),
            Map.entry("SJIS", "windows-31j"),
            Map.entry("UHC", "x-windows-949"),
            Map.entry("WIN1250", "windows-1250"),
            Map.entry("WIN1251", "windows-1251"),
            Map.entry("WIN1252", "windows-1252"),
            Map.entry("WIN1253", "windows-1253"),
            Map.entry("WIN1254", "windows-1254"),
            Map.entry("WIN1255", "windows-1255"),
            Map.entry("WIN1256", "windows-1256"),
            Map.entry("WIN1257", "windows-1257"),
            Map.entry("WIN1258", "windows-1258"),
            Map.entry("WIN866", "IBM866"),
            Map.entry("WIN874", "x-windows-874"),
            Map.entry("LATIN1", "ISO-8859-1"),
            Map.entry("LATIN2", "ISO-8859-2"),
            Map.entry("LATIN3", "ISO-8859-3"),
            Map.entry("LATIN4", "ISO-8859-4"),
            Map.entry("LATIN5", "ISO-8859-9"),
            Map.entry("LATIN7", "ISO-8859-13"),
            Map.entry("LATIN9", "ISO-8859-15"),
            Map.entry("ISO_8859_5", "ISO-8859-5"),
            Map.entry("ISO_8859_6", "ISO-8859-6"),
            Map.entry("ISO_8859_7", "ISO-8859-7"),
            Map.entry("ISO_8859_8", "ISO-8859-8"));

    private final Optional<Charset> charset;
    private final boolean exact;

    /** @param exact whether a text tells the bytes it was read from */
    private ClientEncoding(Optional<Charset> charset, boolean exact) {
        this.charset = charset;
        this.exact = exact;
    }

    /** The encoding of that name. One that is not known reads ASCII and nothing else. */
    public static ClientEncoding of(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        if (upper.equals("UTF8") || upper.equals("UNICODE")) {
            return UTF8;
        }
        String javaName = JAVA_NAMES.getOrDefault(upper, "");
        Optional<Charset> found = !javaName.isEmpty() && Charset.isSupported(javaName)
                ? Optional.of(Charset.forName(javaName))
                : Optional.empty();
        return new ClientEncoding(found, false);
    }

    /** The text of the bytes; empty where they are none in this encoding. */
    Optional<String> decode(byte[] bytes) {
        if (isAscii(bytes)) {
            return Optional.of(new String(bytes, StandardCharsets.US_ASCII));
        }
        if (charset.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(charset.get()
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** The text of the bytes; empty where others could read alike. */
    Optional<String> decodeExactly(byte[] bytes) {
        return exact || isAscii(bytes) ? decode(bytes) : Optional.empty();
    }

    /** Whether two texts that read alike here are the same bytes, and the same in UTF-8. */
    boolean isExact() {
        return exact;
    }

    /** What to write to this client in. */
    public Charset charset() {
        return charset.orElse(StandardCharsets.US_ASCII);
    }

    static boolean isAscii(byte[] bytes) {
        for (byte one : bytes) {
            if (one < 0) {
                return false;
            }
        }
        return true;
    }
}
