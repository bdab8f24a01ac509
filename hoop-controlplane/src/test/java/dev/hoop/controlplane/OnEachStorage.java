package dev.hoop.controlplane;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Has every test of a class run on SQLite and on PostgreSQL. The class's constructor takes a {@link TestPlane} with the usual
 * rule, or {@link Planes} to start others; both are the test's own and end with it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ClassTemplate
@ExtendWith(EachStorage.class)
@interface OnEachStorage {}
