package dev.hoop.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A list, mapping or text must have something in it. A list or mapping that is left out is then a problem too, unless it is
 * inside {@code Optional}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface NotEmpty {}
