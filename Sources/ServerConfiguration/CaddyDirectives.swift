/// The lines for Caddy 2 (documentation of the Caddyfile directive `tls`). Options stand in the braces of that
/// directive.
enum CaddyDirectives {
    /// The place of the lines in the configuration, as sentences.
    static let placement =
        "In the block of the site. If the site has a tls line already, put the options into its braces."

    /// The lines that meet a need, or the sentence that tells why there are none.
    static func lines(for need: ConfigurationNeed) -> Directives {
        switch need {
        case .listener(let port):
            return Directives(
                [], notes: ["Name the site by its host and port, without http://, such as example.com:\(port)."])
        case .protocols:
            return Directives([protocols], notes: [versions])
        case .cipherSuites(let key):
            return Directives(["ciphers \(key.registeredSuites.joined(separator: " "))"], notes: [suites])
        case .groups:
            return Directives(["curves x25519 secp256r1 secp384r1"])
        case .signatures:
            return .none(
                "Caddy has no setting for signatures of the handshake: update it, or what stands in front of it.")
        case .extendedMasterSecret:
            return Directives([protocols], notes: [extendedMasterSecret])
        case .chain:
            return .none(
                "Name the file with the server's own certificate and then its issuers: tls fullchain.pem privkey.pem. "
                    + "Certificates that Caddy gets by itself have the whole chain.")
        }
    }

    private static let protocols = "protocols tls1.2 tls1.3"
    private static let versions =
        "Caddy 2 has no older version than TLS 1.2: an older version comes from something in front of it."
    private static let suites = "ciphers holds for TLS 1.2 only."
    /// Go 1.21, release notes, section `crypto/tls`.
    private static let extendedMasterSecret =
        "Extended Master Secret has no line: Caddy has it when it is built with Go 1.21 or newer. TLS 1.3 needs none."
}
