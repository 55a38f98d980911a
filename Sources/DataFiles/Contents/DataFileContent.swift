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
    /// The number of entries: roots, suffixes, or the logs that are accepted at the date of their list.
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

/// The decision whether one file of data may replace another of its kind.
public enum DataFileReplacement: Hashable, Sendable {
    /// The file is newer, and plausible.
    case newer
    /// The file has the same date.
    case same
    /// The file may not replace the other.
    case refused(DataFileFault)
}

extension DataFileContent {
    /// Compares this file with the one in use, which it is to replace.
    ///
    /// An older file is refused, because an old list of logs would make a new one harmless. A file from the future is
    /// refused, because no later one would ever count as newer. A file with fewer than half of the entries is refused,
    /// because it is more probably a mistake of its publisher than a change.
    ///
    /// - Parameter file: The name of this file, for the fault.
    public func replacement(of old: DataFileContent, named file: String, at now: Instant) -> DataFileReplacement {
        if date > now + Self.clockTolerance {
            return .refused(DataFileFault("\(file) is dated \(date.date), which is in the future; see the clock."))
        }
        if date < old.date {
            return .refused(
                DataFileFault("\(file) is of \(date.date), which is older than the file in use, of \(old.date.date)."))
        }
        guard date > old.date else { return .same }
        if entries * 2 < old.entries {
            return .refused(
                DataFileFault(
                    "\(file) holds \(entries) \(kind.entryName), fewer than half of the \(old.entries) in use."))
        }
        return .newer
    }

    /// The number of seconds that a date may be ahead of this machine's clock.
    static let clockTolerance: Int64 = 86_400
}
