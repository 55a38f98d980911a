import InternetNames
import TransportSecurity

/// A file of an evidence bundle, as a value that a command writes.
public struct EvidenceFile: Hashable, Sendable {
    /// The path in the bundle, with `/` between folders. The characters are ASCII letters, digits, `-`, `_`, `.` and
    /// `/`.
    public var path: String
    /// The content.
    public var bytes: [UInt8]

    /// Creates a file with the given content.
    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// Creates a file of lines. Characters that a terminal could interpret are escaped.
    init(path: String, lines: [String]) {
        let text = lines.map { $0.visible(limit: .max) + "\n" }.joined()
        self.init(path: path, bytes: Array(text.utf8))
    }

    /// Creates a file of certificates in PEM (RFC 7468).
    init(path: String, certificates: [[UInt8]]) {
        let text = certificates.map(PEMBlock.certificate).joined()
        self.init(path: path, bytes: Array(text.utf8))
    }
}
