/// The lines for nginx (documentation of `ngx_http_ssl_module`, which has the versions).
enum NginxDirectives {
    /// The place of the lines in the configuration, as sentences.
    static func placement(for needs: [ConfigurationNeed]) -> String {
        "In the server block of this name."
            + (needs.contains(where: \.isOfDefaultServer)
                ? " The protocols and the curves are those of the default server of the port: write these lines there, "
                    + "too, or in http." : "")
            + Directives.replacement(for: needs, adding: "listen")
    }

    /// The lines that meet a need, or the sentence that tells why there are none.
    static func lines(for need: ConfigurationNeed) -> Directives {
        switch need {
        case .listener(let port):
            return Directives(["listen \(port) ssl;"] + chain)
        case .protocols:
            return Directives([protocols], notes: [versions])
        case .cipherSuites(let key):
            return Directives(["ssl_ciphers \(key.openSSLSuites);"])
        case .groups:
            return Directives(
                ["ssl_ecdh_curve X25519:prime256v1:secp384r1;"],
                notes: ["A list of curves needs nginx 1.11.0 and OpenSSL 1.0.2; X25519 needs OpenSSL 1.1.0."])
        case .signatures:
            return Directives(
                ["ssl_conf_command SignatureAlgorithms \(Directives.signaturesOfOpenSSL);"],
                notes: ["ssl_conf_command needs nginx 1.19.4; the name RSA-PSS needs OpenSSL 1.1.1."])
        case .extendedMasterSecret:
            return Directives([protocols], notes: [Directives.extendedMasterSecretOfOpenSSL])
        case .chain:
            return Directives(
                chain, notes: ["fullchain.pem: the server's own certificate, then its issuers, without the root."])
        }
    }

    private static let protocols = "ssl_protocols TLSv1.2 TLSv1.3;"
    private static let versions = "TLSv1.3 needs nginx 1.13.0 and OpenSSL 1.1.1; leave the word out for older ones."
    private static let chain = [
        "ssl_certificate     /etc/nginx/fullchain.pem;", "ssl_certificate_key /etc/nginx/privkey.pem;",
    ]
}
