package dev.hoop.controlplane.internal.config;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** {@code host:port}, with an IPv6 host in brackets. */
record ListenAddress(InetSocketAddress address) {

    /** @throws IllegalArgumentException with what to write instead */
    public static ListenAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        String port = colon < 0 ? "" : text.substring(colon + 1);
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        if (host.isEmpty()
                || !port.matches("[0-9]{1,5}")
                || Integer.parseInt(port) > 65_535
                || !bracketed && host.indexOf(':') >= 0) {
            throw new IllegalArgumentException("`" + text + "` is not host:port; write an address like 127.0.0.1:8009");
        }
        try {
            String bare = bracketed ? host.substring(1, host.length() - 1) : host;
            return new ListenAddress(new InetSocketAddress(InetAddress.getByName(bare), Integer.parseInt(port)));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "the host `" + host + "` is not known; write an IP address of this machine");
        }
    }
}
