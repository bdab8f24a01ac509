package dev.hoop.sidecar;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Dependencies point inwards, as the decision about modules says. The launcher sees all modules, so the test is here. */
class DependencyDirectionTest {

    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.hoop");

    private static final String REVIEW = "dev.hoop.review..";
    private static final String CONFIG = "dev.hoop.config..";
    private static final String WEB = "dev.hoop.web..";
    private static final String CORE = "dev.hoop.core..";
    private static final String PROTOCOLS = "dev.hoop.proto..";
    private static final String CLIENT = "dev.hoop.controlplane.client..";
    private static final String PLANE = "dev.hoop.controlplane..";
    private static final String MCP = "dev.hoop.mcp..";
    private static final String LAUNCHER = "dev.hoop.sidecar..";

    private static DynamicTest mayUse(String module, DescribedPredicate<JavaClass> itself, String... others) {
        List<String> allowed = new ArrayList<>(List.of(others));
        return DynamicTest.dynamicTest(
                module,
                () -> classes()
                        .that(itself)
                        .should()
                        .onlyDependOnClassesThat(itself.or(resideInAnyPackage(allowed.toArray(String[]::new)))
                                .or(not(resideInAPackage("dev.hoop.."))))
                        .check(OURS));
    }

    @TestFactory
    Stream<DynamicTest> modulesUseOnlyThoseFurtherIn() {
        DescribedPredicate<JavaClass> client = resideInAPackage(CLIENT);
        return Stream.of(
                mayUse("hoop-review-api", resideInAPackage(REVIEW)),
                mayUse("hoop-config", resideInAPackage(CONFIG)),
                mayUse("hoop-web", resideInAPackage(WEB)),
                mayUse("hoop-core", resideInAPackage(CORE), REVIEW, CONFIG),
                mayUse("hoop-proto-*", resideInAPackage(PROTOCOLS), CORE, REVIEW, CONFIG),
                mayUse("hoop-mcp", resideInAPackage(MCP), REVIEW, WEB),
                mayUse("hoop-controlplane-client", client, REVIEW, CONFIG),
                mayUse("hoop-controlplane", resideInAPackage(PLANE).and(not(client)), REVIEW, CONFIG, WEB));
    }

    @Test
    void theVocabularyOfReviewsKnowsTheJdkOnly() {
        classes()
                .that()
                .resideInAPackage(REVIEW)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("dev.hoop.review..", "java..", "org.jspecify.annotations..")
                .check(OURS);
    }

    @Test
    void protocolsDoNotKnowEachOther() {
        slices().matching("dev.hoop.proto.(*)..")
                .should()
                .notDependOnEachOther()
                .allowEmptyShould(true)
                .check(OURS);
    }

    @Test
    void internalPackagesAreForTheirModuleOnly() {
        Stream.of("dev.hoop.proto.http", "dev.hoop.controlplane", "dev.hoop.mcp")
                .forEach(module -> noClasses()
                        .that()
                        .resideOutsideOfPackage(module + "..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage(module + ".internal..")
                        .check(OURS));
    }

    /** Adding a protocol is adding a module: nothing outside it names it, but the launcher's class path. */
    @Test
    void nothingNamesAProtocolsClasses() {
        noClasses()
                .that()
                .resideOutsideOfPackage(PROTOCOLS)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(PROTOCOLS)
                .check(OURS);
    }

    @Test
    void nothingThatShipsUsesTestCode() {
        noClasses()
                .that()
                .resideInAnyPackage(REVIEW, CONFIG, WEB, CORE, PROTOCOLS, PLANE, MCP, LAUNCHER)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.hoop.testkit..", "dev.hoop.testbase..", "org.junit..", "org.assertj..")
                .check(OURS);
    }

    @Test
    void packagesOfTheLauncherHaveNoCycles() {
        slices().matching("dev.hoop.(sidecar).(*)..").should().beFreeOfCycles().check(OURS);
    }
}
