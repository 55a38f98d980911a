import ErrorCatalogue
import InternetNames
import TransportSecurity

/// A device's own log, as far as it is about failures of TLS.
///
/// Only lines in forms that are known from public logs and Apple's own strings count. The others are counted, and the
/// first ones that seem to be about ATS are kept to be shown.
public struct DeviceLog: Hashable, Sendable {
    /// The failures, in the order of their first lines.
    public private(set) var complaints: [DeviceComplaint] = []
    /// The number of lines that are not empty.
    public private(set) var lines = 0
    /// The number of lines that are understood, and name a host.
    public private(set) var understood = 0
    /// The number of lines about a failure whose host is missing or redacted.
    public private(set) var withoutHost = 0
    /// The number of lines that mention a violation, and are not understood.
    public private(set) var notUnderstood = 0
    /// The first lines that are not understood.
    public private(set) var firstNotUnderstood: [String] = []
    /// The number of lines that were cut, because they are too long.
    public private(set) var cutLines = 0
    /// The number of failures that were left out, because there are too many.
    public private(set) var omitted = 0

    private var indexes: [Key: Int] = [:]
    private var rest: [UInt8] = []
    private var number = 0
    private var isCutting = false

    private struct Key: Hashable, Sendable {
        var host: Host
        var name: String
        var rules: [RuleID]
        var process: String?
    }

    /// The longest part of a line that is read, in bytes.
    public static let lineLimit = 64 * 1024
    /// The largest number of different failures that are kept.
    public static let limit = 10_000

    /// Creates a log without lines.
    public init() {}

    /// Reads a part of the log. A line may begin in one part and end in another.
    public mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        var start = bytes.startIndex
        while start < bytes.endIndex {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
            let part = bytes[start..<(end ?? bytes.endIndex)]
            let room = Self.lineLimit - rest.count
            rest += part.prefix(room)
            if part.count > room, !isCutting {
                isCutting = true
                cutLines += 1
            }
            guard let end else { return }
            endLine()
            start = end + 1
        }
    }

    /// Ends the log, whose last line may lack a line feed.
    public mutating func finish() {
        endLine()
    }

    private mutating func endLine() {
        number += 1
        if !rest.allSatisfy({ $0 <= 0x20 }) {
            lines += 1
            if Self.mayConcern(rest) { rest.withUnsafeBufferPointer { read(DeviceLogLine($0)) } }
        }
        rest.removeAll(keepingCapacity: true)
        isCutting = false
    }
}

extension DeviceLog {
    /// The texts of which a line about a failure has at least one, in lower case.
    private static let marks = [
        "violation]", "ats violation", "cleartext http connection to", "nsurlerrordomain", "trust evaluate failure:",
    ].map { Array($0.utf8) }

    /// Whether a line may be about a failure. Most lines of a log are not.
    private static func mayConcern(_ line: [UInt8]) -> Bool {
        let lower = line.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
        return marks.contains { lower.firstRange(of: $0) != nil }
    }

    private mutating func read(_ line: DeviceLogLine) {
        let pasted = PastedLog(line.message)
        let explained = pasted.explanations.filter { !$0.rules.isEmpty }
        guard let first = explained.first else {
            guard line.message.lowercased().contains("violation") else { return }
            notUnderstood += 1
            if firstNotUnderstood.count < 5 { firstNotUnderstood.append(line.message.visible(limit: 300)) }
            return
        }
        guard !pasted.hosts.isEmpty else {
            withoutHost += 1
            return
        }
        understood += 1
        let rules = RuleID.allCases.filter { rule in explained.contains { $0.rules.contains(rule) } }
        for host in pasted.hosts.prefix(10) {
            add(Key(host: host, name: first.name, rules: rules, process: line.process?.visible(limit: 60)))
        }
    }

    private mutating func add(_ key: Key) {
        if let index = indexes[key] {
            complaints[index].count += 1
        } else if complaints.count < Self.limit {
            indexes[key] = complaints.count
            complaints.append(
                DeviceComplaint(
                    host: key.host, rules: key.rules, process: key.process, name: key.name, count: 1, firstLine: number)
            )
        } else {
            omitted += 1
        }
    }
}
