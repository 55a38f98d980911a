import TransportSecurity

/// The members of a line of a recording that are read without decoding the complete line.
///
/// Decoding takes long, and most loads of a recording are alike: their lines differ only in time, identifier and
/// client. A reader decodes a line completely only if no line with the same `membersHash` was read before.
///
/// Members may come in any order, with any white space and escapes. A line in the order of `JSONWriter` is read in one
/// pass. If members come before `event`, which decides how they are read, a second pass is needed.
package struct ScannedLine {
    package private(set) var event = Event.other
    package private(set) var time = Instant(milliseconds: 0)
    package private(set) var id = LoadID()
    /// A hash of the members that equal loads share, in the spelling of the line. Decisions with an equal hash are of
    /// one kind. Decisions of one kind may have several hashes.
    package private(set) var membersHash: UInt64 = 0
    /// The identifier of facts, policies and trust stores, in UTF-8; else empty.
    package private(set) var digest: [UInt8] = []
    /// Whether the line has the member `kind`, which names the row in which the load counts. Lines of earlier versions
    /// do not have it.
    package private(set) var hasKind = false
    /// The kind that the line names; nil if it names none.
    package private(set) var kind: LoadKindID?
    /// The kind of the first decision on the load, in the member `after`; nil if the line names none.
    package private(set) var firstKind: LoadKindID?
    /// The end of the load, in an event `closed` or in a decision that came after the end; nil if the line has none.
    package private(set) var ended: EndedLoad?
    /// The name of an event that this version does not know, at most its first `eventNameLimit` bytes; else empty.
    package private(set) var unknownName: [UInt8] = []
    /// The number of lost events in a `lost` event.
    package private(set) var count: Int64 = 0
    /// The IP address of the client of a load, in UTF-8; empty, like the members below, if there is none.
    package private(set) var device: [UInt8] = []
    /// The proxy user of a load.
    package private(set) var user: [UInt8] = []
    /// The label of a load.
    package private(set) var label: [UInt8] = []
    /// The path of a decision, at most its first `pathLimit` bytes.
    package private(set) var path: [UInt8] = []

    /// The largest number of bytes of a path to keep.
    private static let pathLimit = 200
    /// The largest number of bytes of an address to keep.
    private static let addressLimit = 64
    /// The largest number of bytes of the name of an unknown event to keep.
    private static let eventNameLimit = 64
    /// The largest number of bytes of the name of a user or of a test case to keep.
    private static let nameLimit = 200

    /// The known members of the line, one bit for each.
    private var members: UInt64 = 0
    /// Whether members came before `event`.
    private var mustRescan = false

    private typealias Malformed = JSONScanner.Malformed

    /// Creates a scan without a line. The same value reads one line after another, which saves allocations.
    package init() {}

    /// The time at which the load began, from its identifier. Without a time in the identifier, and in lines of earlier
    /// versions, it is the time of the line.
    package var began: Instant { hasKind ? id.time ?? time : time }

    /// Reads a line. Throws an error if the line is not a JSON object, has a known member twice, or lacks a required
    /// member.
    package mutating func read(_ line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        (event, members, mustRescan) = (.other, 0, false)
        unknownName.removeAll(keepingCapacity: true)
        resetDetails()
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(Malformed) in
            guard let member = EventMember(name) else {
                try scanner.value()
                return
            }
            guard !has(member) else { throw Malformed() }
            members |= Self.bit(member)
            try readMember(member, from: &scanner)
        }
        try scanner.end()
        if mustRescan { try rescan(line) }
        guard has(.time), has(.event), !event.requiresID || has(.id) else { throw Malformed() }
        switch event {
        case .closed: guard has(.bytesFromClient), has(.bytesFromServer) else { throw Malformed() }
        case .lost: guard has(.count) else { throw Malformed() }
        case .service: guard has(.host), has(.port) else { throw Malformed() }
        case .label: guard has(.label) else { throw Malformed() }
        case .decision, .facts, .policy, .trust, .segment, .other: break
        }
    }

    /// Resets the members whose meaning depends on the event.
    private mutating func resetDetails() {
        digest.removeAll(keepingCapacity: true)
        device.removeAll(keepingCapacity: true)
        user.removeAll(keepingCapacity: true)
        label.removeAll(keepingCapacity: true)
        path.removeAll(keepingCapacity: true)
        (membersHash, hasKind, kind, firstKind, ended, count) = (0, false, nil, nil, nil, 0)
    }

    /// Reads the line again, from which the event is known.
    private mutating func rescan(_ line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        resetDetails()
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(Malformed) in
            guard let member = EventMember(name), member != .event else {
                try scanner.value()
                return
            }
            try readMember(member, from: &scanner)
        }
    }

    private static func bit(_ member: EventMember) -> UInt64 { 1 << UInt64(member.rawValue) }

    private func has(_ member: EventMember) -> Bool { members & Self.bit(member) != 0 }

    /// Reads a member that every event has, or a member of the event that was read.
    private mutating func readMember(
        _ member: EventMember, from scanner: inout JSONScanner
    ) throws(JSONScanner.Malformed) {
        switch member {
        case .time:
            guard let time = try scanner.optionalString({ Instant($0) }), let time else { throw Malformed() }
            self.time = time
        case .event:
            let event = try scanner.optionalString { name in
                let event = Event(name)
                if event == .other { unknownName.append(contentsOf: name.prefix(Self.eventNameLimit)) }
                return event
            }
            guard let event else { throw Malformed() }
            self.event = event
        case _ where !has(.event):
            // The meaning of other members depends on the event, which is not known yet.
            mustRescan = true
            try scanner.value()
        case .id:
            let hasDigest = event == .facts || event == .policy || event == .trust
            let id = try scanner.optionalString { text throws(Malformed) in
                if hasDigest { digest.append(contentsOf: text) }
                return LoadID(text)
            }
            guard let id else { throw Malformed() }
            self.id = id
        case _:
            switch event {
            case .decision: try readDecisionMember(member, from: &scanner)
            case .closed: try readClosedMember(member, from: &scanner)
            case .lost where member == .count: count = try scanner.nonNegativeInteger()
            case .facts, .lost, .policy, .trust, .service, .segment, .label, .other: try scanner.value()
            }
        }
    }
}

extension ScannedLine {
    private mutating func readDecisionMember(
        _ member: EventMember, from scanner: inout JSONScanner
    ) throws(JSONScanner.Malformed) {
        switch member {
        case _ where member.isShared: combine(try scanner.value(), of: member)
        case .app: try combineMembers("name", "version", "api", "os", of: member, from: &scanner)
        case .error: try combineMembers("kind", "nextHop", "receivedStatus", of: member, from: &scanner)
        case .violations, .warnings:
            try scanner.array { scanner throws(Malformed) in try combineMembers("rule", of: member, from: &scanner) }
        case .ended: ended = try scanner.endedLoad()
        case .path: _ = try scanner.optionalString { path.append(contentsOf: $0.prefix(Self.pathLimit)) }
        case _: try readLoadMember(member, from: &scanner)
        }
    }

    private mutating func readClosedMember(
        _ member: EventMember, from scanner: inout JSONScanner
    ) throws(JSONScanner.Malformed) {
        var end = ended ?? EndedLoad(bytesFromClient: 0, bytesFromServer: 0)
        switch member {
        case .bytesFromClient: end.bytesFromClient = try scanner.byteCount()
        case .bytesFromServer: end.bytesFromServer = try scanner.byteCount()
        case .clientRefusal:
            end.clientRefusal = scanner.isAtObject()
            try scanner.value()
        case _: try readLoadMember(member, from: &scanner)
        }
        ended = end
    }

    /// Reads a member that decisions and ends have.
    private mutating func readLoadMember(
        _ member: EventMember, from scanner: inout JSONScanner
    ) throws(JSONScanner.Malformed) {
        switch member {
        case .kind:
            kind = try scanner.kind()
            hasKind = true
            // Only condensed recordings have this value, for "no kind".
            guard kind != LoadKindID.none else { throw Malformed() }
        case .after:
            firstKind = try scanner.kind()
            guard firstKind != LoadKindID.none else { throw Malformed() }
        case .client:
            _ = try scanner.optionalString { device.append(contentsOf: Self.address(of: $0).prefix(Self.addressLimit)) }
        case .user: _ = try scanner.optionalString { user.append(contentsOf: $0.prefix(Self.nameLimit)) }
        case .label: _ = try scanner.optionalString { label.append(contentsOf: $0.prefix(Self.nameLimit)) }
        case _: try scanner.value()
        }
    }

    /// Combines the value of a member into the hash.
    ///
    /// - Parameter number: The number of the value within the member, from 1, if only parts of the member count; else
    ///   0.
    private mutating func combine(_ value: JSONScanner.Slice, of member: EventMember, number: UInt64 = 0) {
        // A missing member has the same meaning as null.
        if value.isEqual(to: "null") { return }
        let hash = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: value)).fastHash
        membersHash = (membersHash ^ (hash &+ UInt64(member.rawValue) << 8 &+ number)).folded(with: Self.factor)
    }

    /// An odd number whose bits are spread evenly (the fractional part of the golden ratio).
    private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Combines some members of an object into the hash; a value of another kind is combined as a whole.
    private mutating func combineMembers(
        _ names: StaticString..., of member: EventMember, from scanner: inout JSONScanner
    ) throws(JSONScanner.Malformed) {
        guard scanner.isAtObject() else { return combine(try scanner.value(), of: member) }
        try scanner.object { name, scanner throws(Malformed) in
            let number = names.firstIndex { name.isEqual(to: $0) }
            let value = try scanner.value()
            if let number { combine(value, of: member, number: UInt64(number + 1)) }
        }
    }

    /// The address in an authority such as `192.0.2.7:53012` or `[::1]:53012`.
    private static func address(of authority: JSONScanner.Slice) -> JSONScanner.Slice {
        if authority.first == UInt8(ascii: "["), let end = authority.firstIndex(of: UInt8(ascii: "]")) {
            return authority[authority.startIndex + 1..<end]
        }
        guard let colon = authority.lastIndex(of: UInt8(ascii: ":")) else { return authority }
        return authority[..<colon]
    }
}
