package dev.hoop.controlplane.internal.page;

/**
 * What every page of a signed-in person carries.
 *
 * @param person their name
 * @param formToken for the forms
 */
public record Shell(String person, String formToken) {}
