/// Lines of configuration for one need, or the sentence that tells why there are none.
struct Directives: Hashable {
    /// The lines; empty if the software has none for the need.
    var lines: [String]
    /// Sentences about the lines: the versions that have them, and settings that take precedence over them.
    var remarks: [String]

    /// Creates lines with sentences about them.
    init(_ lines: [String], remarks: [String] = []) {
        self.lines = lines
        self.remarks = remarks
    }

    /// Creates the sentence in place of lines.
    static func none(_ sentence: String) -> Directives { Directives([], remarks: [sentence]) }

    /// The sentence on Extended Master Secret in OpenSSL (its NEWS, version 1.1.0, and the SSL_OP_ options of 3.0).
    static let extendedMasterSecretOfOpenSSL =
        "Extended Master Secret has no line: OpenSSL has it from 1.1.0 on, and always agrees to it. TLS 1.3, from "
        + "OpenSSL 1.1.1 on, needs none. OpenSSL 1.0.2 has neither; update it."

    /// The groups by the names of OpenSSL.
    static let groupsOfOpenSSL = "X25519:P-256:P-384"
    /// The signature algorithms by the names of OpenSSL.
    static let signaturesOfOpenSSL = "ECDSA+SHA256:RSA-PSS+SHA256:RSA+SHA256"
}
