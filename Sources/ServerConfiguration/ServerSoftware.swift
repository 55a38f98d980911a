/// The software of a server for which lines of configuration are known, by the names of `check --fix-for`.
package enum ServerSoftware: String, CaseIterable, Sendable {
    case nginx
    case apache
    case haproxy
    case caddy
    case iis
    case awsALB = "aws-alb"

    /// The usual name.
    package var name: String {
        switch self {
        case .nginx: return "nginx"
        case .apache: return "Apache"
        case .haproxy: return "HAProxy"
        case .caddy: return "Caddy"
        case .iis: return "IIS"
        case .awsALB: return "the load balancer (AWS ALB)"
        }
    }
}

/// Lines of configuration for one need, such as `ssl_protocols TLSv1.2 TLSv1.3;`, or the sentence that tells why there
/// are none.
struct Directives: Hashable {
    /// The lines; empty if the software has none for the need.
    var lines: [String]
    /// Sentences about the lines: the versions that have them, and settings that take precedence over them.
    var notes: [String]

    /// Creates lines with sentences about them.
    init(_ lines: [String], notes: [String] = []) {
        self.lines = lines
        self.notes = notes
    }

    /// Creates the sentence in place of lines.
    static func none(_ sentence: String) -> Directives { Directives([], notes: [sentence]) }

    /// The sentence on Extended Master Secret in OpenSSL (its NEWS, version 1.1.0, and the SSL_OP_ options of 3.0).
    static let extendedMasterSecretOfOpenSSL =
        "Extended Master Secret has no line of its own: remove a line with -ExtendedMasterSecret, if there is one; "
        + "OpenSSL 1.1.0 or later then agrees to it. TLS 1.3, from OpenSSL 1.1.1 on, needs none. OpenSSL 1.0.2 has "
        + "neither; update it."

    /// The sentences, each after a blank, that tell which present lines the lines replace.
    ///
    /// - Parameter portLine: The name of the line for a port, such as `Listen`.
    static func replacement(for needs: [ConfigurationNeed], adding portLine: String) -> String {
        let replaced = " Replace the present lines of the same name."
        guard needs.contains(where: \.isListener) else { return replaced }
        let added = " Add the lines; the present \(portLine) line for cleartext may stay."
        return needs.allSatisfy(\.isListener) ? added : added + " Replace the other lines of the same name."
    }

    /// The groups by the names of OpenSSL.
    static let groupsOfOpenSSL = "X25519:P-256:P-384"
    /// The signature algorithms by the names of OpenSSL.
    static let signaturesOfOpenSSL = "ECDSA+SHA256:RSA-PSS+SHA256:RSA+SHA256"
}
