package dev.hoop.controlplane;

import dev.hoop.controlplane.internal.admin.Declaration;
import dev.hoop.controlplane.internal.api.EventFeed;
import dev.hoop.controlplane.internal.api.PeopleApi;
import dev.hoop.controlplane.internal.api.SidecarApi;
import dev.hoop.controlplane.internal.api.StorageAnswers;
import dev.hoop.controlplane.internal.api.StreamWatch;
import dev.hoop.controlplane.internal.notify.NotificationsApi;
import dev.hoop.controlplane.internal.notify.Notifier;
import dev.hoop.controlplane.internal.page.Pages;
import dev.hoop.controlplane.internal.review.Decisions;
import dev.hoop.controlplane.internal.review.ExpirySweep;
import dev.hoop.controlplane.internal.review.Filings;
import dev.hoop.controlplane.internal.review.FreezeEvents;
import dev.hoop.controlplane.internal.review.Newcomers;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.Replicas;
import dev.hoop.controlplane.internal.review.ReviewEvents;
import dev.hoop.controlplane.internal.store.Credentials;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Directory;
import dev.hoop.controlplane.internal.store.Sidecars;
import dev.hoop.web.Router;
import dev.hoop.web.WebLimits;
import dev.hoop.web.WebResponse;
import dev.hoop.web.WebServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running Control Plane. Safe for use by many threads; ends with {@link #close}. Its threads are daemons.
 *
 * <p>What its methods change of rules, users and sidecars is in the decision log, by {@code embedding program}.
 */
public final class ControlPlane implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ControlPlane.class);

    private static final Duration SWEEP_PAUSE = Duration.ofMillis(500);

    /** Who was shut out hears of reviews no longer than this. */
    private static final Duration STREAMS_PAUSE = Duration.ofSeconds(3);

    /** Room for a configuration document; a review's payload has a bound of its own. */
    private static final int MAX_BODY_BYTES = 1024 * 1024;

    private static final WebLimits LIMITS = WebLimits.defaults()
            .withMaxBodyBytes(MAX_BODY_BYTES)
            .withMaxConnections(4096)
            // A sidecar gives a call up after ten seconds: what waited five is not begun.
            .withAnswerTimeout(Duration.ofSeconds(20))
            .withEventStreams(1024, 256 * 1024, Duration.ofSeconds(15));

    private static final int WAITING_CALLS = 4096;

    private final Optional<URI> publicUrl;
    private final Newcomers newcomers;
    private final Database database;
    private final PlaneClock clock;
    private final Parts parts;
    private final WebServer server;

    private ControlPlane(
            ControlPlaneSettings settings, Database database, PlaneClock clock, Parts parts, WebServer server) {
        this.publicUrl = settings.publicUrl();
        this.newcomers = Newcomers.of(settings.access().oidc());
        this.database = database;
        this.clock = clock;
        this.parts = parts;
        this.server = server;
    }

    /**
     * Opens the database, writes what the settings declare, and serves. When this returns, connections are accepted.
     *
     * @throws IOException when the database cannot be opened or the address cannot be bound; the message says which
     * @throws RuleRefusedException when nobody could satisfy a rule that would be written; nothing was written then
     */
    public static ControlPlane start(ControlPlaneSettings settings) throws IOException {
        return start(settings, Clock.systemUTC());
    }

    /** The same with another clock, by which reviews, sessions and links end. */
    public static ControlPlane start(ControlPlaneSettings settings, Clock time) throws IOException {
        PlaneClock clock = new PlaneClock(time);
        Parts parts = new Parts();
        try {
            Database database = Database.open(settings.storage());
            parts.add(database::close);
            Declaration.write(
                    database, settings.people(), Newcomers.of(settings.access().oidc()), clock);
            ReviewEvents events = new ReviewEvents();
            FreezeEvents freezes = new FreezeEvents();
            StreamWatch watch = StreamWatch.start(STREAMS_PAUSE);
            parts.add(watch::close);
            EventFeed feed = new EventFeed(database, events, freezes, watch);
            parts.add(Replicas.join(settings.storage(), database, events, freezes, clock, feed::endAll));
            Notifier notifier = Notifier.of(settings.notifications(), database, events, clock);
            Router router = router(settings, database, events, freezes, feed, notifier, clock);
            WebServer server = WebServer.start(
                    settings.listen(),
                    router,
                    LIMITS.withWorkers(database.kind().workers(), WAITING_CALLS));
            parts.add(server::close);
            parts.add(ExpirySweep.start(
                    database, events, clock, settings.storage().keepSettled(), SWEEP_PAUSE)::close);
            ControlPlane plane = new ControlPlane(settings, database, clock, parts, server);
            notifier.start(plane.url());
            parts.add(notifier::close);
            LOG.info("event=plane.started url={}", plane.url());
            return plane;
        } catch (IOException | RuntimeException e) {
            parts.close();
            throw e;
        }
    }

    private static Router router(
            ControlPlaneSettings settings,
            Database database,
            ReviewEvents events,
            FreezeEvents freezes,
            EventFeed feed,
            Notifier notifier,
            PlaneClock clock) {
        PeoplePart people = PeoplePart.of(settings, database, clock, (handle, freeze) -> {
            notifier.noteFreeze(handle, freeze);
            freezes.publish(handle, freeze);
        });
        Filings filings = new Filings(database, events, clock, settings.access().filing());
        Decisions decisions = new Decisions(database, events, clock);
        Router.Builder routes = Router.builder().explain(StorageAnswers::explain);
        new SidecarApi(database, filings, feed, clock).addTo(routes);
        new PeopleApi(database, decisions, feed, clock, people.access()).addTo(routes);
        people.addTo(routes);
        new NotificationsApi(settings.notifications(), database, people.access()).addTo(routes);
        new Pages(
                        database,
                        decisions,
                        people.access(),
                        people.origin(),
                        people.administration(),
                        people.addresses(),
                        clock)
                .addTo(routes);
        routes.blocking("GET", "/healthz", request -> {
            boolean well = database.answers();
            return WebResponse.text(well ? 200 : 503, well ? "ok\n" : "the database does not answer\n");
        });
        return routes.build();
    }

    /** Where it listens, with the real port. */
    public InetSocketAddress address() {
        return server.address();
    }

    /** How it is reached: the public address of the settings, or where it listens. Without a slash at the end. */
    public URI url() {
        return publicUrl.orElseGet(() -> {
            InetAddress host = address().getAddress();
            String name = host.isAnyLocalAddress() ? "127.0.0.1" : host.getHostAddress();
            return URI.create("http://" + (name.contains(":") ? "[" + name + "]" : name) + ":"
                    + address().getPort());
        });
    }

    /**
     * Creates an approval rule unless there is one of that name. Its people have to be there before it.
     *
     * @return whether it was created
     * @throws RuleRefusedException when nobody could satisfy it
     */
    public boolean ensureApprovalRule(ApprovalRule rule) {
        return Declaration.ensureRule(database, rule, newcomers, clock);
    }

    /** Creates a user, or makes the one with that address so: name, groups, and the one token. */
    public void ensureUser(PlaneUser user) {
        Declaration.putUser(database, user, clock);
    }

    /** Creates a sidecar, or gives the one of that name this token instead of its own. */
    public void ensureSidecar(PlaneSidecar sidecar) {
        Declaration.putSidecar(database, sidecar, clock);
    }

    /**
     * Keeps a sidecar's configuration instead of the one that there may be.
     *
     * @param sidecar the name of a sidecar that there is
     * @param document a JSON object with the keys of {@code config.yaml}
     */
    public void keepConfiguration(String sidecar, String document) {
        Declaration.putConfiguration(database, sidecar, document, clock);
    }

    /**
     * Makes a link that signs a user in on the page, once.
     *
     * @param email the user's address
     * @param validFor how long the link is good
     * @throws IllegalArgumentException when there is no such user
     */
    public URI oneTimeSignInLink(String email, Duration validFor) {
        SecretToken secret = SecretToken.random();
        String address = email.toLowerCase(Locale.ROOT);
        database.write(handle -> {
            if (Directory.user(handle, address).isEmpty()) {
                throw new IllegalArgumentException("there is no user " + address + "; create the user first");
            }
            Credentials.addLink(handle, secret, address, clock.now().plus(validFor));
            return true;
        });
        return URI.create(url() + "/sign-in?link=" + secret.value());
    }

    /** When a sidecar was last heard of, give or take half a minute. */
    public Optional<java.time.Instant> lastSeen(String sidecar) {
        return database.read(handle -> Sidecars.lastSeen(handle, sidecar));
    }

    /** Stops accepting, lets answers under way finish (five seconds), and closes the database. */
    @Override
    public void close() {
        parts.close();
    }
}
