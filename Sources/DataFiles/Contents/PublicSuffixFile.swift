import InternationalNames
import InternetNames
import TransportSecurity

/// Reads the public suffix list of publicsuffix.org.
enum PublicSuffixFile {
    /// The suffixes in a file. A list that was cut off is refused: it lacks one of the lines in `marks`.
    ///
    /// - Parameter file: The name of the file in the message of the error.
    static func suffixes(in bytes: [UInt8], named file: String) throws(DataFileFault) -> PublicSuffixes {
        if let kind = FileKind(of: bytes) {
            throw DataFileFault("\(file) \(kind.predicate); it should be the public suffix list, which is text.")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw DataFileFault("\(file) is no text in UTF-8; it should be the public suffix list.")
        }
        var expected = marks[...]
        let lines = text.utf8.split(separator: UInt8(ascii: "\n")).map { Substring($0) }
        for line in lines where line.hasPrefix("// ===") {
            if let next = expected.first, line.hasPrefix(next) { expected = expected.dropFirst() }
        }
        if let missing = expected.first {
            throw DataFileFault(
                "\(file) is not the public suffix list, or only a part of it: the line \(missing) is missing.")
        }
        return PublicSuffixes(lines: lines, mappingNames: InternationalName.ascii)
    }

    /// The time in the line `// VERSION: 2026-10-22_08-36-41_UTC`, which stands near the beginning; nil without one.
    static func date(in bytes: [UInt8]) -> Instant? {
        guard let text = HeaderComment.value(after: "VERSION: ", length: 23, in: bytes) else { return nil }
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2] == "UTC" else { return nil }
        return Instant("\(parts[0])T\(parts[1].replacing("-", with: ":"))Z")
    }

    /// The lines around both parts, in their order.
    private static let marks = [
        "// ===BEGIN ICANN DOMAINS===", "// ===END ICANN DOMAINS===", "// ===BEGIN PRIVATE DOMAINS===",
        "// ===END PRIVATE DOMAINS===",
    ]
}
