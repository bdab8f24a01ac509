package dev.hoop.testkit.contract;

import dev.hoop.testkit.sidecar.TestSidecar;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * What every listener keeps, whatever its protocol. A protocol's tests extend it and implement {@link #protocol()}; each
 * test runs against a whole sidecar with that protocol's listener, a real upstream and real connections.
 *
 * <p>Capabilities are on. A protocol that lacks one overrides the method that says so.
 */
public abstract class ListenerContract {

    private static final int LONG_HOLD_SECONDS = 600;

    /** One story, told with a fixture. */
    @FunctionalInterface
    interface Scenario {
        void run(ContractFixture fixture) throws Exception;
    }

    /** The protocol. Called for each test. */
    protected abstract ProtocolUnderTest protocol();

    /** Whether a connection goes on after a denial. */
    protected boolean survivesDenials() {
        return true;
    }

    /** Whether a client may send the next statement before it has the answer to the last. */
    protected boolean pipelines() {
        return true;
    }

    /** Whether statements of one connection run in the order in which they were sent: not where each is independent. */
    protected boolean keepsOrder() {
        return true;
    }

    /** Whether answers name the review in a place of their own, outside of their text. */
    protected boolean namesReviews() {
        return true;
    }

    /** Whether the answer of a released statement names who approved it. */
    protected boolean namesApprovers() {
        return true;
    }

    /** Makes the sidecars; override it to reach the plane over HTTP, for example. */
    protected TestSidecar.Builder sidecars() {
        return TestSidecar.builder();
    }

    private void holding(Scenario scenario) throws Exception {
        run("hold", LONG_HOLD_SECONDS, scenario);
    }

    private void returning(Scenario scenario) throws Exception {
        run("return", LONG_HOLD_SECONDS, scenario);
    }

    private void run(String mode, int holdSeconds, Scenario scenario) throws Exception {
        Capabilities capabilities =
                new Capabilities(survivesDenials(), pipelines(), keepsOrder(), namesReviews(), namesApprovers());
        try (ContractFixture fixture = new ContractFixture(protocol(), capabilities, sidecars(), mode, holdSeconds)) {
            scenario.run(fixture);
        }
    }

    // Statements that nobody has to approve.

    @Test
    void anAllowedStatementRuns() throws Exception {
        holding(JudgingScenarios::allowed);
    }

    @Test
    void aDeniedStatementIsRefusedAndItsConnectionGoesOn() throws Exception {
        holding(JudgingScenarios::denied);
    }

    @Test
    void statementsOfOneConnectionAreEachGivenTheirOwnAnswer() throws Exception {
        Assumptions.assumeTrue(pipelines(), "the protocol does not pipeline");
        holding(JudgingScenarios::manyAtOnce);
    }

    @Test
    void anAllowedStatementRunsHoweverTheNetworkCutsIt() throws Exception {
        holding(JudgingScenarios::allowedInFragments);
    }

    @Test
    void aDeniedStatementIsRefusedHoweverTheNetworkCutsIt() throws Exception {
        holding(JudgingScenarios::deniedInFragments);
    }

    @Test
    void aStatementThatIsCutOffDoesNotRun() throws Exception {
        holding(JudgingScenarios::cutOff);
    }

    // The audit trail.

    @Test
    void theAuditRecordComesBeforeTheStatement() throws Exception {
        holding(AuditScenarios::recordFirst);
    }

    @Test
    void withoutAnAuditRecordNothingRuns() throws Exception {
        holding(AuditScenarios::failingTrail);
    }

    @Test
    void noApprovalIsSpentWhileNothingCanBeRecorded() throws Exception {
        returning(AuditScenarios::failingTrailKeepsApproval);
    }

    @Test
    void anApprovalThatIsSpentWithoutARecordIsNotUsedAgain() throws Exception {
        returning(AuditScenarios::spentApprovalOfAFailingTrail);
    }

    // Return mode.

    @Test
    void returnModeFilesThenRunsTheResendOnceThenAsksAnew() throws Exception {
        returning(ReturnScenarios::fileResendAndAskAnew);
    }

    @Test
    void anApprovalCoversNoOtherStatement() throws Exception {
        returning(ReturnScenarios::coversNoOther);
    }

    @Test
    void identicalStatementsAtOnceAreOneReview() throws Exception {
        returning(ReturnScenarios::oneReviewForMany);
    }

    @Test
    void resendsThatRaceRunOnce() throws Exception {
        returning(ReturnScenarios::racingResends);
    }

    @Test
    void aReviewThatEndedIsNotMatchedAgain() throws Exception {
        returning(ReturnScenarios::endedIsNotMatched);
    }

    @Test
    void howeverTheNetworkCutsItAStatementIsTheSameReview() throws Exception {
        returning(ReturnScenarios::oneReviewForEveryCut);
    }

    // Hold mode.

    @Test
    void nothingOfAHeldStatementReachesTheUpstreamBeforeItsDecision() throws Exception {
        holding(HoldScenarios::nothingBeforeTheDecision);
    }

    @Test
    void aRejectionIsToldWithItsReason() throws Exception {
        holding(HoldScenarios::rejected);
    }

    @Test
    void anExpiryIsToldAsSuch() throws Exception {
        holding(HoldScenarios::expired);
    }

    @Test
    void aClientThatHangsUpLeavesTheApprovalForTheRetry() throws Exception {
        holding(HoldScenarios::hangUp);
    }

    @Test
    void identicalStatementsHeldAtOnceAreOneReviewAndOneRun() throws Exception {
        holding(HoldScenarios::identicalHolds);
    }

    @Test
    void aHoldThatTimesOutSaysSoAndItsReviewLivesOn() throws Exception {
        run("hold", 1, HoldScenarios::timedOut);
    }

    @Test
    void aShutdownEndsAHoldWithAClearError() throws Exception {
        holding(HoldScenarios::interrupted);
    }

    // A plane in trouble.

    @Test
    void aPlaneInTroubleMeansThatNothingRuns() throws Exception {
        holding(TroubleScenarios::everyTrouble);
    }

    @Test
    void anApprovalWhoseAnswerWasLostIsNotUsedAgain() throws Exception {
        returning(TroubleScenarios::lostAnswer);
    }

    @Test
    void anApprovalOfSomebodyWhoIsFrozenIsNotUsedUntilTheyAreUnfrozen() throws Exception {
        holding(TroubleScenarios::frozen);
    }

    @Test
    void aHoldOutlivesAPlaneThatGoesAwayAndComesBack() throws Exception {
        holding(TroubleScenarios::planeComesBack);
    }
}
