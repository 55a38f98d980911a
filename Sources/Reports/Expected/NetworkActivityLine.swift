import Events
import TransportSecurity

/// One line of an App Privacy Report, as `AppPrivacyReport` reads it.
struct NetworkActivityLine {
    /// Whether the line describes network activity.
    private(set) var isNetworkActivity = false
    /// Whether the line has a type that lines of an App Privacy Report have.
    private(set) var isOfPrivacyReport = false
    /// The contacted host; empty if the line has none.
    private(set) var domain = ""
    /// The bundle identifier of the app; empty if the line has none.
    private(set) var bundleIdentifier = ""
    /// The number of contacts in the last seven days; nil if the line has none.
    private(set) var hits: Int64?
    /// The time of the first contact; nil if the line has none.
    private(set) var first: Instant?
    /// The time of the last contact; nil if the line has none.
    private(set) var last: Instant?

    /// The members that were read.
    private var seen: Set<Member> = []

    /// The members that are read. Others are skipped.
    private enum Member: CaseIterable {
        case type, domain, bundleID, hits, firstTimeStamp, timeStamp

        var name: StaticString {
            switch self {
            case .type: return "type"
            case .domain: return "domain"
            case .bundleID: return "bundleID"
            case .hits: return "hits"
            case .firstTimeStamp: return "firstTimeStamp"
            case .timeStamp: return "timeStamp"
            }
        }
    }

    /// Reads a line. Throws an error if the line is not a JSON object, or has a known member twice.
    mutating func read(_ line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            guard let member = Member.allCases.first(where: { name.isEqual(to: $0.name) }) else {
                try scanner.value()
                return
            }
            guard seen.insert(member).inserted else { throw JSONScanner.Malformed() }
            try read(member, from: &scanner)
        }
        try scanner.end()
    }

    private mutating func read(_ member: Member, from scanner: inout JSONScanner) throws(JSONScanner.Malformed) {
        switch member {
        case .type:
            let type = try Self.text(&scanner)
            isNetworkActivity = type == "networkActivity"
            isOfPrivacyReport = isNetworkActivity || type == "access"
        case .domain: domain = try Self.text(&scanner) ?? ""
        case .bundleID: bundleIdentifier = try Self.text(&scanner) ?? ""
        case .hits: hits = try scanner.number()
        case .firstTimeStamp: first = try Self.text(&scanner).flatMap { Self.time($0) }
        case .timeStamp: last = try Self.text(&scanner).flatMap { Self.time($0) }
        }
    }

    /// The longest text that is kept, in bytes. No host, identifier or time is longer.
    private static let textLimit = 300

    private static func text(_ scanner: inout JSONScanner) throws(JSONScanner.Malformed) -> String? {
        try scanner.optionalString { String(decoding: $0.prefix(textLimit), as: UTF8.self) }
    }

    /// Reads a time of RFC 3339 with any offset from UTC, such as `2021-08-06T15:46:13.532-07:00`; nil for other text.
    static func time(_ text: String) -> Instant? {
        if let time = Instant(text) { return time }
        // The offset is the last six characters, such as `-07:00`.
        let offset = Array(text.suffix(6))
        guard offset.count == 6, offset[0] == "+" || offset[0] == "-", offset[3] == ":",
            let hours = Int64(String(offset[1...2])), let minutes = Int64(String(offset[4...5])),
            (0..<24).contains(hours), (0..<60).contains(minutes),
            let local = Instant(text.dropLast(6) + "Z")
        else { return nil }
        let offsetMilliseconds = (hours * 60 + minutes) * 60_000
        return Instant(milliseconds: local.milliseconds + (offset[0] == "-" ? offsetMilliseconds : -offsetMilliseconds))
    }
}
