package dev.hoop.core.relay;

import java.nio.file.Path;

/**
 * A certificate and its key.
 *
 * @param certFile the certificate and those that sign it, PEM, own certificate first
 * @param keyFile its private key, PEM, PKCS #8, without a password
 */
public record KeyFiles(Path certFile, Path keyFile) {}
