import ErrorCatalogue
import InternetNames
import TransportSecurity

/// The failures of TLS in a device's own log, such as the output of `log show`.
///
/// A report compares these failures with the verdicts on the same hosts. Only messages in wordings known from public
/// logs and Apple's own strings are read, such as
/// `Error [ATS violation]: Leaf certificate is absent for server: mdm.example.com`. Other lines are counted, and the
/// first ones that mention a violation are kept to be shown.
public struct DeviceLog: Hashable, Sendable {
    /// The failures, in the order of their first lines.
    public private(set) var complaints: [DeviceComplaint] = []
    /// The number of lines that are not empty.
    public private(set) var lines = 0
    /// The number of lines that are understood, and name a host.
    public private(set) var understood = 0
    /// The number of lines about a failure whose host is missing or redacted.
    public private(set) var withoutHost = 0
    /// The number of lines that mention a violation in an unknown wording.
    public private(set) var notUnderstood = 0
    /// The first of these lines.
    public private(set) var firstNotUnderstood: [String] = []
    /// The number of lines that were cut, because they are too long.
    public private(set) var cutLines = 0
    /// The number of failures that were left out, because there are too many.
    public private(set) var omitted = 0
    /// Whether one of the first lines has a form of `log show`.
    public private(set) var hasKnownForm = false
    /// The first lines, to be shown if no line has a known form.
    public private(set) var firstLines: [String] = []

    private var indexes: [Key: Int] = [:]
    private var openLine = OpenLine()

    /// The line that is being read.
    private struct OpenLine: Hashable, Sendable {
        var bytes: [UInt8] = []
        /// The number of the lines before it.
        var number = 0
        var isCut = false
    }

    /// The members by which failures count as one.
    private struct Key: Hashable, Sendable {
        var host: Host
        var ports: Set<UInt16>
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
            let room = Self.lineLimit - openLine.bytes.count
            openLine.bytes += part.prefix(room)
            if part.count > room, !openLine.isCut {
                openLine.isCut = true
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
        openLine.number += 1
        let bytes = openLine.bytes
        if !bytes.allSatisfy({ $0 <= 0x20 }) {
            lines += 1
            bytes.withUnsafeBufferPointer { bytes in
                noteForm(of: bytes)
                if DeviceLogMarks.mayConcern(bytes) { readFailure(in: DeviceLogLine(bytes)) }
            }
        }
        openLine = OpenLine(number: openLine.number)
    }
}

extension DeviceLog {
    /// The number of lines at the beginning of a log in which a form of `log show` is looked for.
    private static let formLimit = 1000
    /// The largest number of hosts that are read from one line.
    private static let hostLimit = 10

    private mutating func noteForm(of line: UnsafeBufferPointer<UInt8>) {
        guard !hasKnownForm, lines <= Self.formLimit else { return }
        hasKnownForm = DeviceLogLine.hasKnownForm(line)
        guard firstLines.count < 3 else { return }
        firstLines.append(String(decoding: line.prefix(1200), as: UTF8.self).visible(limit: 300))
    }

    private mutating func readFailure(in line: DeviceLogLine) {
        let pasted = PastedLog(line.message)
        let explained = pasted.explanations.filter { !$0.rules.isEmpty }
        let isUnderstood = explained.contains { !Self.isOfUnknownCause($0) }
        guard let first = explained.first, isUnderstood else { return noteUnknownWording(of: line) }
        guard !pasted.hosts.isEmpty else {
            withoutHost += 1
            return
        }
        understood += 1
        let rules = RuleID.allCases.filter { rule in explained.contains { $0.rules.contains(rule) } }
        for host in pasted.hosts.prefix(Self.hostLimit) {
            add(
                Key(
                    host: host, ports: pasted.ports[host, default: []], name: first.name, rules: rules,
                    process: line.process?.visible(limit: 60)))
        }
    }

    private mutating func noteUnknownWording(of line: DeviceLogLine) {
        guard line.message.lowercased().contains("violation") else { return }
        notUnderstood += 1
        if firstNotUnderstood.count < 5 { firstNotUnderstood.append(line.message.visible(limit: 300)) }
    }

    /// Whether an explanation is of a violation in an unknown wording. Its rules are then those of any failed
    /// handshake.
    private static func isOfUnknownCause(_ explanation: ErrorExplanation) -> Bool {
        explanation.name.hasSuffix("violation]") && explanation.rules.contains(.tlsHandshake)
    }

    private mutating func add(_ key: Key) {
        if let index = indexes[key] {
            complaints[index].count += 1
        } else if complaints.count < Self.limit {
            indexes[key] = complaints.count
            complaints.append(
                DeviceComplaint(
                    host: key.host, ports: key.ports, rules: key.rules, process: key.process, name: key.name, count: 1,
                    firstLine: openLine.number))
        } else {
            omitted += 1
        }
    }
}

/// A failure of TLS at a host that a device has logged.
public struct DeviceComplaint: Hashable, Sendable {
    /// The host.
    public var host: Host
    /// The ports of the URLs that the line names; empty if it names only the host.
    public var ports: Set<UInt16>
    /// The rules that explain the failure; empty if the line does not tell.
    public var rules: [RuleID]
    /// The process that logged the failure; nil if no line names one.
    public var process: String?
    /// The failure, as the device names it.
    public var name: String
    /// The number of lines.
    public var count = 0
    /// The number of the first line, from 1.
    public var firstLine: Int
}
