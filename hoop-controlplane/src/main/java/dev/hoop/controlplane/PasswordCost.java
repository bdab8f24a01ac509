package dev.hoop.controlplane;

/**
 * How much work one look at a password is, in Argon2id's terms (RFC 9106): the dearer, the longer guessing takes whoever has a
 * copy of the database. What is kept of a password carries the cost it was kept with, so that another cost holds for what is
 * kept from then on. The configuration file does not name it: a plane that is run has the usual one.
 *
 * @param memoryKib memory in KiB, 8 to 1,048,576
 * @param passes over that memory, 1 to 100
 */
public record PasswordCost(int memoryKib, int passes) {

    /** The second choice of the OWASP password storage cheat sheet for Argon2id: 19 MiB, two passes, one lane. */
    public static final PasswordCost USUAL = new PasswordCost(19_456, 2);

    /** As little as there can be: for tests that are about something else, where each look would take a tenth of a second. */
    public static final PasswordCost LEAST = new PasswordCost(8, 1);

    /** @throws IllegalArgumentException when a value is out of bounds */
    public PasswordCost {
        if (memoryKib < 8 || memoryKib > 1_048_576 || passes < 1 || passes > 100) {
            throw new IllegalArgumentException("a password costs " + memoryKib + " KiB and " + passes
                    + " passes; write 8 to 1048576 KiB and 1 to 100 passes");
        }
    }
}
