package dev.hoop.controlplane.internal.store;

import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Which users the subjects of an identity provider are. */
public final class Identities {

    private Identities() {}

    /** The user that a subject is. */
    public static Optional<String> find(Handle handle, String issuer, String subject) {
        return handle.createQuery("SELECT email FROM user_identities WHERE issuer = :issuer AND subject = :subject")
                .bind("issuer", issuer)
                .bind("subject", subject)
                .mapTo(String.class)
                .findOne();
    }

    /** Whether a user is some subject of that provider. */
    public static boolean hasAny(Handle handle, String issuer, String email) {
        return handle.createQuery("SELECT COUNT(*) FROM user_identities WHERE issuer = :issuer AND email = :email")
                        .bind("issuer", issuer)
                        .bind("email", email)
                        .mapTo(Integer.class)
                        .one()
                > 0;
    }

    /** Notes that a subject is a user. */
    public static void add(Handle handle, String issuer, String subject, String email) {
        handle.createUpdate(
                        "INSERT INTO user_identities (issuer, subject, email)" + " VALUES (:issuer, :subject, :email)")
                .bind("issuer", issuer)
                .bind("subject", subject)
                .bind("email", email)
                .execute();
    }
}
