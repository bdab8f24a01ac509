package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.store.SidecarAccounts.Account;
import java.util.Optional;

/**
 * A sidecar as those who manage it see it.
 *
 * @param state {@code active}, {@code disabled} or {@code no token}
 * @param oldTokenUntil until when the token before works too
 * @param configuration the document that is kept for it; empty when there is none
 */
public record SidecarView(
        Account account,
        String state,
        Optional<Moment> seen,
        Optional<Moment> tokenSince,
        Optional<Moment> oldTokenUntil,
        Optional<Moment> configured,
        String configuration) {}
