package dev.hoop.controlplane;

import java.util.Optional;

/**
 * Who comes in, how, and how much of what they may.
 *
 * @param filing how much sidecars may file
 * @param trustedProxies how many proxies in front add the address of whom they serve to {@code X-Forwarded-For}
 * @param oidc the identity provider by which people sign in
 * @param passwordCost how much work one look at a password is
 */
public record AccessSettings(
        FilingLimits filing, int trustedProxies, Optional<OidcProvider> oidc, PasswordCost passwordCost) {

    /** The most proxies in a row. */
    public static final int MAX_PROXIES = 10;

    /** @throws IllegalArgumentException when there are too many proxies */
    public AccessSettings {
        if (trustedProxies < 0 || trustedProxies > MAX_PROXIES) {
            throw new IllegalArgumentException("trusted_proxies is " + trustedProxies + "; write 0 to " + MAX_PROXIES);
        }
    }

    /** The usual limits, no proxy, no provider. */
    public static AccessSettings defaults() {
        return new AccessSettings(FilingLimits.defaults(), 0, Optional.empty(), PasswordCost.USUAL);
    }

    /** The same with other limits. */
    public AccessSettings withFiling(FilingLimits limits) {
        return new AccessSettings(limits, trustedProxies, oidc, passwordCost);
    }

    /** The same behind so many proxies. */
    public AccessSettings withTrustedProxies(int proxies) {
        return new AccessSettings(filing, proxies, oidc, passwordCost);
    }

    /** The same with an identity provider. */
    public AccessSettings withOidc(OidcProvider provider) {
        return new AccessSettings(filing, trustedProxies, Optional.of(provider), passwordCost);
    }

    /** The same with another cost of passwords. */
    public AccessSettings withPasswordCost(PasswordCost cost) {
        return new AccessSettings(filing, trustedProxies, oidc, cost);
    }
}
