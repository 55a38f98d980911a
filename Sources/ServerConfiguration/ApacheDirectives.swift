/// The lines for Apache HTTP Server (documentation of `mod_ssl`, which has the versions).
enum ApacheDirectives {
    /// The place of the lines in the configuration, as sentences.
    static func placement(for needs: [ConfigurationNeed]) -> String {
        "In the VirtualHost of this name"
            + (needs.contains(where: \.isOfDefaultServer)
                ? "; protocols and curves also in the first VirtualHost of the port." : ".")
            + Directives.replacement(for: needs, adding: "Listen")
    }

    /// The lines that meet a need, or the sentence that tells why there are none.
    static func lines(for need: ConfigurationNeed) -> Directives {
        switch need {
        case .listener(let port):
            return Directives(
                ["Listen \(port)", "SSLEngine on"] + chain, notes: ["Listen stands outside of every VirtualHost."])
        case .protocols:
            return Directives([protocols], notes: ["TLS 1.3 needs Apache 2.4.37 and OpenSSL 1.1.1."])
        case .cipherSuites(let key):
            return Directives(["SSLCipherSuite \(key.openSSLSuites)"])
        case .groups:
            return Directives(
                ["SSLOpenSSLConfCmd Curves \(Directives.groupsOfOpenSSL)"],
                notes: ["SSLOpenSSLConfCmd needs Apache 2.4.8 and OpenSSL 1.0.2; X25519 needs OpenSSL 1.1.0."])
        case .signatures:
            return Directives(
                ["SSLOpenSSLConfCmd SignatureAlgorithms \(Directives.signaturesOfOpenSSL)"],
                notes: [
                    "SSLOpenSSLConfCmd needs Apache 2.4.8 and OpenSSL 1.0.2; the name RSA-PSS needs OpenSSL 1.1.1."
                ])
        case .extendedMasterSecret:
            return Directives([protocols], notes: [Directives.extendedMasterSecretOfOpenSSL])
        case .chain:
            return Directives(
                chain,
                notes: [
                    "fullchain.pem: the server's own certificate, then its issuers, without the root. Before Apache "
                        + "2.4.8, the issuers belong to SSLCertificateChainFile."
                ])
        }
    }

    private static let protocols = "SSLProtocol all -SSLv3 -TLSv1 -TLSv1.1"
    private static let chain = [
        "SSLCertificateFile    /etc/apache2/fullchain.pem", "SSLCertificateKeyFile /etc/apache2/privkey.pem",
    ]
}
