package dev.hoop.proto.pg.internal.statement;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads the binary form of PostgreSQL's common types, as their send functions write it. What does not fit its type is left
 * to be shown as bytes.
 */
final class BinaryValue {

    /** What days and microseconds are counted from. */
    private static final LocalDate EPOCH = LocalDate.of(2000, 1, 1);

    /** numeric's sign words: NUMERIC_POS and NUMERIC_NEG in utils/adt/numeric.c. */
    private static final int POSITIVE = 0x0000;

    private static final int NEGATIVE = 0x4000;

    /** A digit of numeric counts ten thousands. */
    private static final BigInteger BASE = BigInteger.valueOf(10_000);

    /** More than any real value has; each digit costs a multiplication. */
    private static final int MAX_DIGITS = 500;

    private BinaryValue() {}

    /** The value in text; empty where it is shown as bytes. */
    static Optional<String> text(int type, byte[] value) {
        ByteBuffer in = ByteBuffer.wrap(value);
        try {
            Optional<String> text = read(type, in);
            return in.hasRemaining() ? Optional.empty() : text;
        } catch (java.nio.BufferUnderflowException | java.time.DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> read(int type, ByteBuffer in) {
        return switch (type) {
            case TypeNames.BOOL -> bool(in.get());
            case TypeNames.INT2 -> Optional.of(Short.toString(in.getShort()));
            case TypeNames.INT4 -> Optional.of(Integer.toString(in.getInt()));
            case TypeNames.INT8 -> Optional.of(Long.toString(in.getLong()));
            case TypeNames.OID -> Optional.of(Integer.toUnsignedString(in.getInt()));
            case TypeNames.FLOAT4 -> Optional.of(Float.toString(in.getFloat()));
            case TypeNames.FLOAT8 -> Optional.of(Double.toString(in.getDouble()));
            case TypeNames.TEXT, TypeNames.VARCHAR, TypeNames.BPCHAR, TypeNames.NAME, TypeNames.JSON, TypeNames.XML ->
                utf8(in);
            case TypeNames.JSONB -> in.get() == 1 ? utf8(in) : Optional.empty();
            case TypeNames.UUID -> Optional.of(new UUID(in.getLong(), in.getLong()).toString());
            case TypeNames.DATE -> date(in.getInt());
            case TypeNames.TIME ->
                Optional.of(LocalTime.MIDNIGHT
                        .plus(nonNegative(in.getLong()), ChronoUnit.MICROS)
                        .toString());
            case TypeNames.TIMESTAMP -> timestamp(in.getLong()).map(LocalDateTime::toString);
            case TypeNames.TIMESTAMPTZ ->
                timestamp(in.getLong()).map(at -> at.atOffset(ZoneOffset.UTC).toString());
            case TypeNames.NUMERIC -> numeric(in);
            default -> Optional.empty();
        };
    }

    static String hex(byte[] bytes) {
        return "\\x" + HexFormat.of().formatHex(bytes);
    }

    private static Optional<String> bool(byte value) {
        return value == 1 ? Optional.of("true") : value == 0 ? Optional.of("false") : Optional.empty();
    }

    private static Optional<String> utf8(ByteBuffer in) {
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(in).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> date(int days) {
        boolean infinite = days == Integer.MAX_VALUE || days == Integer.MIN_VALUE;
        return infinite ? Optional.empty() : Optional.of(EPOCH.plusDays(days).toString());
    }

    private static Optional<LocalDateTime> timestamp(long micros) {
        boolean infinite = micros == Long.MAX_VALUE || micros == Long.MIN_VALUE;
        return infinite ? Optional.empty() : Optional.of(EPOCH.atStartOfDay().plus(micros, ChronoUnit.MICROS));
    }

    private static long nonNegative(long micros) {
        if (micros < 0 || micros >= 86_400_000_000L) {
            throw new ArithmeticException("no time of a day");
        }
        return micros;
    }

    /** numeric_send: digit count, weight of the first digit, sign, digits behind the point, the digits. */
    private static Optional<String> numeric(ByteBuffer in) {
        int count = in.getShort();
        int weight = in.getShort();
        int sign = in.getShort() & 0xffff;
        int scale = in.getShort();
        if (count < 0 || count > MAX_DIGITS || Math.abs(weight) > MAX_DIGITS || scale < 0) {
            return Optional.empty();
        }
        if (sign != POSITIVE && sign != NEGATIVE) {
            return Optional.empty();
        }
        BigInteger digits = BigInteger.ZERO;
        for (int i = 0; i < count; i++) {
            digits = digits.multiply(BASE).add(BigInteger.valueOf(in.getShort()));
        }
        int exponent = 4 * (weight - count + 1);
        BigDecimal value = new BigDecimal(sign == NEGATIVE ? digits.negate() : digits).scaleByPowerOfTen(exponent);
        return Optional.of(
                value.setScale(scale, java.math.RoundingMode.UNNECESSARY).toPlainString());
    }
}
