package dev.hoop.testkit.pg;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** A client's side of SCRAM-SHA-256, RFC 5802 and RFC 7677, for passwords of ASCII. */
final class ScramClient {

    private final String password;
    private final String header;
    private final byte[] binding;
    private final String firstBare;
    private byte[] serverSignature = new byte[0];

    /**
     * @param header the GS2 header, {@code n,,} for example
     * @param binding the channel's data where the header takes a binding, else nothing
     */
    ScramClient(String password, String header, byte[] binding) {
        this.password = password;
        this.header = header;
        this.binding = binding.clone();
        byte[] nonce = new byte[18];
        new SecureRandom().nextBytes(nonce);
        this.firstBare = "n=,r=" + base64(nonce);
    }

    String first() {
        return header + firstBare;
    }

    /** The client's final message, with its proof. */
    String last(String serverFirst) {
        Map<Character, String> said = attributes(serverFirst);
        String nonce = said.getOrDefault('r', "");
        byte[] salt = Base64.getDecoder().decode(said.getOrDefault('s', ""));
        int iterations = Integer.parseInt(said.getOrDefault('i', "0"));
        String channel = base64(PgFrontend.together(header.getBytes(StandardCharsets.UTF_8), binding));
        String withoutProof = "c=" + channel + ",r=" + nonce;
        String signed = firstBare + "," + serverFirst + "," + withoutProof;
        try {
            byte[] salted = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(new PBEKeySpec(password.toCharArray(), salt, iterations, 256))
                    .getEncoded();
            byte[] clientKey = hmac(salted, "Client Key");
            byte[] signature = hmac(MessageDigest.getInstance("SHA-256").digest(clientKey), signed);
            serverSignature = hmac(hmac(salted, "Server Key"), signed);
            byte[] proof = new byte[clientKey.length];
            for (int i = 0; i < proof.length; i++) {
                proof[i] = (byte) (clientKey[i] ^ signature[i]);
            }
            return withoutProof + ",p=" + base64(proof);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HMAC-SHA-256", e);
        }
    }

    /** Fails where the server does not know the password either. */
    void check(String serverFinal) {
        byte[] said = Base64.getDecoder().decode(attributes(serverFinal).getOrDefault('v', ""));
        if (!MessageDigest.isEqual(said, serverSignature)) {
            throw new AssertionError("the server's signature is wrong");
        }
    }

    private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static Map<Character, String> attributes(String message) {
        Map<Character, String> attributes = new HashMap<>();
        for (String attribute : message.split(",", -1)) {
            if (attribute.length() > 2) {
                attributes.put(attribute.charAt(0), attribute.substring(2));
            }
        }
        return attributes;
    }
}
