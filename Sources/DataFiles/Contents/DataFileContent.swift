import Foundation
import InternetNames
import TransportSecurity

/// The content of a file of data that was read in full.
public struct DataFileContent: Sendable {
    /// The kind of the file.
    public let kind: DataFileKind
    /// The file itself.
    public let bytes: [UInt8]
    /// The date that the file states.
    public let date: Instant
    /// The number of entries: logs that are accepted at the date of the list, roots or suffixes.
    public let entries: Int
    /// The entries.
    public let value: Value

    /// The entries of a file, by its kind.
    public enum Value: Sendable {
        /// The CT logs.
        case logs(TransparencyLogList)
        /// Certificates in DER.
        case roots([[UInt8]])
        /// The public suffixes.
        case publicSuffixes(PublicSuffixes)
    }

    /// Reads a file of a kind.
    ///
    /// - Parameter file: The name of the file in the message of the error.
    /// - Throws: An error if the file has another form, no entry or no date. A file without a date cannot be compared
    ///   with another one.
    public init(_ kind: DataFileKind, _ bytes: [UInt8], named file: String) throws(DataFileFault) {
        self.kind = kind
        self.bytes = bytes
        switch kind {
        case .logList:
            let list = try LogListFile.list(in: bytes, named: file)
            try LogListFile.check(list, in: bytes, named: file)
            entries = LogListFile.acceptedCount(list, at: list.date ?? Instant(seconds: 0))
            value = .logs(list)
        case .roots:
            let roots = try RootsFile.certificates(in: bytes, named: file)
            try RootsFile.check(roots, in: bytes, named: file)
            entries = Set(roots).count
            value = .roots(roots)
        case .publicSuffixes:
            let suffixes = try PublicSuffixFile.suffixes(in: bytes, named: file)
            entries = suffixes.count
            value = .publicSuffixes(suffixes)
        }
        guard let date = Self.date(kind, bytes) else {
            throw DataFileFault("\(file) says no date (\(Self.formOfDate(kind))), so that it cannot be compared.")
        }
        self.date = date
        guard entries > 0 else { throw DataFileFault("\(file) holds no \(kind.entryName).") }
    }

    /// The date that a file states, without a check of the rest; nil if it states none.
    public static func date(_ kind: DataFileKind, _ bytes: [UInt8]) -> Instant? {
        switch kind {
        case .logList: return (try? JSONDecoder().decode(Dated.self, from: Data(bytes)))?.date
        case .roots: return RootsFile.date(in: bytes)
        case .publicSuffixes: return PublicSuffixFile.date(in: bytes)
        }
    }

    /// The form in which a file states its date, for messages.
    private static func formOfDate(_ kind: DataFileKind) -> String {
        switch kind {
        case .logList: return "log_list_timestamp"
        case .roots: return "\"as of 2026-01-31\" in its first comment"
        case .publicSuffixes: return "// VERSION: 2026-01-31_12-00-00_UTC"
        }
    }

    /// The member of a list of CT logs with its date.
    private struct Dated: Decodable {
        var date: Instant

        enum CodingKeys: String, CodingKey {
            case date = "log_list_timestamp"
        }
    }
}
