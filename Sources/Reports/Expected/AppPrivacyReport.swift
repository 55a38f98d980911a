import Events
import InternetNames
import TransportSecurity

/// The network activity in an App Privacy Report, as iOS exports it: which app contacted which host, how many times and
/// when.
///
/// The export has one JSON object on each line (developer.apple.com, "Inspecting app activity data"), such as:
///
///     {"type":"networkActivity","domain":"api.example.com","bundleID":"com.example.MyApp","hits":3,
///      "firstTimeStamp":"2021-08-06T15:46:13.532-07:00","timeStamp":"2021-08-07T10:02:41.118-07:00"}
///
/// Objects of the type `networkActivity` count. Objects of the type `access` and those without a type, as in a header,
/// are skipped. The memory is bounded by `limit`, whatever the size of the export.
public struct AppPrivacyReport: Hashable, Sendable {
    /// The hosts of each app, in the order of their first line. Lines of the same app and host are added up.
    public private(set) var hosts: [ExpectedHost] = []
    /// The number of lines that do not hold a JSON object, or whose network activity is incomplete.
    public private(set) var unreadableLines = 0
    /// The numbers of the first lines that could not be read, from 1.
    public private(set) var firstUnreadableLines: [Int] = []
    /// The number of lines with network activity that are in no host, because there are too many.
    public private(set) var omitted = 0
    /// Whether at least one line has a type of App Privacy Reports.
    public private(set) var isRecognised = false

    /// The largest number of hosts of apps to keep.
    public static let limit = 50_000

    /// The indices in `hosts`.
    private var indices: [Key: Int] = [:]
    /// The number of lines that were read.
    private var lineNumber = 0

    private struct Key: Hashable {
        var bundleIdentifier: String
        var host: Host
    }

    /// The largest number of lines in `firstUnreadableLines`.
    private static let unreadableLineLimit = 10
    /// The longest bundle identifier in bytes.
    private static let identifierLimit = 255

    /// Whether the content begins with a brace, as an export does and a list of hosts does not.
    public static func isLikely(_ bytes: [UInt8]) -> Bool {
        let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
        return text.first { !Self.isSpace($0) } == UInt8(ascii: "{")
    }

    /// Reads an export. Any bytes are accepted.
    public init(_ bytes: [UInt8]) {
        var splitter = LineSplitter()
        bytes.withUnsafeBufferPointer { bytes in
            let hasMark = bytes.starts(with: Self.byteOrderMark)
            let text = UnsafeBufferPointer(rebasing: bytes[(hasMark ? Self.byteOrderMark.count : 0)...])
            splitter.append(text) { read($0) }
        }
        splitter.finish { read($0) }
    }

    /// The byte order mark in UTF-8 (Unicode Standard §23.8).
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

extension AppPrivacyReport {
    private mutating func read(_ line: LineSplitter.Line) {
        lineNumber += 1
        switch line {
        case .overlong:
            countUnreadable()
        case .text(let text):
            guard text.contains(where: { !Self.isSpace($0) }) else { return }
            do {
                var activity = NetworkActivityLine()
                try activity.read(text)
                if activity.isOfPrivacyReport { isRecognised = true }
                if activity.isNetworkActivity { try add(activity) }
            } catch {
                countUnreadable()
            }
        }
    }

    private mutating func countUnreadable() {
        unreadableLines += 1
        if firstUnreadableLines.count < Self.unreadableLineLimit { firstUnreadableLines.append(lineNumber) }
    }

    private mutating func add(_ line: NetworkActivityLine) throws(JSONScanner.Malformed) {
        var contacted = ExpectedHost(line.domain, bundleIdentifier: line.bundleIdentifier)
        guard let host = contacted.host, (1...Self.identifierLimit).contains(line.bundleIdentifier.utf8.count) else {
            throw JSONScanner.Malformed()
        }
        contacted.name = host.description
        (contacted.contacts, contacted.first, contacted.last) = (line.hits, line.first, line.last)
        let key = Key(bundleIdentifier: line.bundleIdentifier, host: host)
        if let index = indices[key] {
            hosts[index].add(contacted)
        } else if hosts.count < Self.limit {
            indices[key] = hosts.count
            hosts.append(contacted)
        } else {
            omitted += 1
        }
    }
}

extension ExpectedHost {
    /// Adds the contacts of another line on the same app and host.
    fileprivate mutating func add(_ other: ExpectedHost) {
        if let more = other.contacts {
            let (sum, isTooLarge) = (contacts ?? 0).addingReportingOverflow(more)
            contacts = isTooLarge ? .max : sum
        }
        if (last == nil) != (other.last == nil) { hasUntimedContacts = true }
        first = [first ?? last, other.first ?? other.last].compactMap(\.self).min()
        last = [last, other.last].compactMap(\.self).max()
    }
}
