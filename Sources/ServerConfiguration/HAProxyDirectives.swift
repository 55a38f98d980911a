/// The lines for HAProxy (its Configuration Manual: section 3.1 "global", section 5.1 "bind options").
enum HAProxyDirectives {
    /// The place of the lines in the configuration, as sentences.
    static let placement =
        "In the section global; bind lines in the frontend. Options of a bind line take precedence: remove ciphers, "
        + "curves, ssl-max-ver, force-tlsv… and no-tlsv… there."

    /// The lines that meet a need, or the sentence that tells why there are none.
    static func lines(for need: ConfigurationNeed) -> Directives {
        switch need {
        case .listener(let port), .chain(let port):
            return Directives(["bind :\(port) ssl crt /etc/haproxy/site.pem"], notes: [file])
        case .protocols:
            return Directives([protocols], notes: [versions])
        case .cipherSuites(let key):
            return Directives(["ssl-default-bind-ciphers \(key.openSSLSuites)"])
        case .groups:
            return Directives(
                ["ssl-default-bind-curves \(Directives.groupsOfOpenSSL)"],
                notes: ["Older versions of HAProxy have only curves, on the bind line."])
        case .signatures:
            return Directives(
                ["ssl-default-bind-sigalgs \(Directives.signaturesOfOpenSSL)"],
                notes: ["ssl-default-bind-sigalgs needs HAProxy 2.8; the name RSA-PSS needs OpenSSL 1.1.1."])
        case .extendedMasterSecret:
            return Directives([protocols], notes: [versions, Directives.extendedMasterSecretOfOpenSSL])
        }
    }

    private static let protocols = "ssl-default-bind-options ssl-min-ver TLSv1.2"
    private static let versions =
        "ssl-min-ver needs HAProxy 1.8. Keep the other options of the present line, without those for versions. "
        + "TLS 1.3 needs OpenSSL 1.1.1."
    private static let file =
        "site.pem: the server's own certificate, then its issuers, without the root, then the key."
}
