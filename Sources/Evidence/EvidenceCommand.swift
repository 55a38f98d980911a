/// A shell command of an evidence bundle, and the fact that it shows.
struct EvidenceCommand: Hashable {
    /// The finding that the command shows, in a sentence or two.
    var purpose: String
    /// The command for `/bin/sh`, which ends with status 0 if it finds the fact in `purpose`.
    var line: String

    /// The file with a certificate of the path, by its number from 1.
    static func certificateFile(_ number: Int) -> String { "path-\(number).pem" }

    /// The command that reads a certificate of the path, by its number from 1. Options that follow choose the output.
    /// Without options, the command fails unless the file has a certificate. A line that shows that a certificate lacks
    /// something begins with it.
    static func x509(_ number: Int) -> String { "openssl x509 -in \(certificateFile(number)) -noout" }

    /// Whether a shell takes all characters of a text for themselves: they are letters and digits of ASCII, `-`, `.`,
    /// `:` and `_`.
    static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy(plainCharacters.contains) }

    private static let plainCharacters = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.:_".utf8)
}
