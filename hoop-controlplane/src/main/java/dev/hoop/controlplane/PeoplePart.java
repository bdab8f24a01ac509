package dev.hoop.controlplane;

import dev.hoop.controlplane.internal.admin.Administration;
import dev.hoop.controlplane.internal.api.AdministrationApi;
import dev.hoop.controlplane.internal.api.ClientAddress;
import dev.hoop.controlplane.internal.api.PeopleAccess;
import dev.hoop.controlplane.internal.api.RequestOrigin;
import dev.hoop.controlplane.internal.api.SignIns;
import dev.hoop.controlplane.internal.page.OidcPages;
import dev.hoop.controlplane.internal.page.SignInPages;
import dev.hoop.controlplane.internal.people.OidcAccounts;
import dev.hoop.controlplane.internal.people.OidcClient;
import dev.hoop.controlplane.internal.people.PasswordSignIn;
import dev.hoop.controlplane.internal.people.Passwords;
import dev.hoop.controlplane.internal.people.SignInLimits;
import dev.hoop.controlplane.internal.review.Newcomers;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Freezes.Freeze;
import dev.hoop.web.Router;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jdbi.v3.core.Handle;

/** How people come in and what they manage, put together. */
record PeoplePart(
        RequestOrigin origin,
        PeopleAccess access,
        SignIns signIns,
        Administration administration,
        ClientAddress addresses,
        Optional<OidcPages> provider) {

    /** @param freezes hears of every freeze and of its end, in the transaction that does it */
    static PeoplePart of(
            ControlPlaneSettings settings, Database database, PlaneClock clock, BiConsumer<Handle, Freeze> freezes) {
        RequestOrigin origin = new RequestOrigin(settings.publicUrl());
        PeopleAccess access = new PeopleAccess(database, clock, origin);
        ClientAddress addresses = new ClientAddress(settings.access().trustedProxies());
        SignInLimits limits = new SignInLimits(database, clock);
        Passwords passwords = new Passwords(database, settings.access().passwordCost());
        PasswordSignIn check = new PasswordSignIn(passwords, limits);
        SignIns signIns = new SignIns(database, clock, access, origin, check, limits, addresses);
        Optional<OidcPages> provider = settings.access()
                .oidc()
                .map(oidc -> new OidcPages(
                        new OidcClient(oidc), new OidcAccounts(database, clock, oidc.createUsers()), signIns, origin));
        return new PeoplePart(
                origin,
                access,
                signIns,
                Administration.on(
                        database,
                        clock,
                        passwords,
                        check,
                        Newcomers.of(settings.access().oidc()),
                        freezes),
                addresses,
                provider);
    }

    void addTo(Router.Builder routes) {
        origin.addTo(routes);
        new SignInPages(signIns, access, origin, provider.isPresent()).addTo(routes);
        provider.ifPresent(pages -> pages.addTo(routes));
        new AdministrationApi(administration, access, addresses).addTo(routes);
    }
}
