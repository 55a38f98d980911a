/// A shell command of an evidence bundle, and the fact that it shows.
struct EvidenceCommand: Hashable {
    /// The finding that the command shows, in a sentence or two.
    var purpose: String
    /// The command for `/bin/sh`, which ends with status 0 if it finds the fact in `purpose`.
    var line: String

    /// The file with the certificate of that number in the path, from 1.
    static func file(_ number: Int) -> String { "path-\(number).pem" }

    /// A command that fails unless that file has a certificate. A line that shows that something is missing in the
    /// certificate begins with it.
    static func readable(_ number: Int) -> String { "openssl x509 -in \(file(number)) -noout" }
}
