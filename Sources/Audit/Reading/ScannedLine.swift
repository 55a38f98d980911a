import TransportSecurity

/// The parts of a line that are read before the line is decoded as a whole.
///
/// Lines about equal loads differ only in time, identifier and client. `kind` has the bytes that distinguish different
/// loads, and a line is decoded only if its `kind` was not seen before.
///
/// Members may come in any order, with any white space and escapes. A line in the order of `JSONWriter` is read in one
/// pass. If members come before `event`, which decides how to read them, there is a second pass. Lines with equal
/// spelling have equal `kind`; lines with different spellings of the same content do not.
///
/// A scan that remembers lines does not scan what it has seen before, see `KnownRests` and `KnownEndings`.
struct ScannedLine {
    private(set) var event = Event.other
    private(set) var time = Instant(milliseconds: 0)
    private(set) var id = LoadID()
    /// The bytes that distinguish decisions; for facts, policies and trust stores, their identifier. Empty for a decision
    /// whose rest is known.
    private(set) var kind: [UInt8] = []
    private(set) var bytesFromClient: Int64 = 0
    private(set) var bytesFromServer: Int64 = 0
    /// Whether a `closed` event reports that the device refused the server.
    private(set) var hasClientRefusal = false
    /// The name of an event that this version does not know, at most its first `eventNameLimit` bytes; else empty.
    private(set) var unknownName: [UInt8] = []
    /// The number of lost events in a `lost` event.
    private(set) var count: Int64 = 0
    /// The IP address of the client of a decision, in UTF-8; empty, like the members below, if there is none.
    private(set) var device: [UInt8] = []
    /// The proxy user of a decision.
    private(set) var user: [UInt8] = []
    /// The label of a decision.
    private(set) var label: [UInt8] = []
    /// The path of a decision, at most its first `pathLimit` bytes.
    private(set) var path: [UInt8] = []

    /// The largest number of bytes of a path to keep.
    private static let pathLimit = 200
    /// The largest number of bytes of an address to keep.
    private static let addressLimit = 64
    /// The largest number of bytes of the name of an unknown event to keep.
    private static let eventNameLimit = 64
    /// The largest number of bytes of the name of a user or of a test case to keep.
    private static let nameLimit = 200

    /// Whether loads with different facts about their server are different.
    let distinguishesFacts: Bool
    /// The known members of the line, one bit for each.
    private var members: UInt64 = 0
    /// Whether members came before `event`.
    private var mustRescan = false
    /// The endings of other lines; nil if every line is scanned whole.
    private var knownEndings: KnownEndings?
    /// The ending of the line that will be known as soon as it is scanned.
    private var unknownEnding: KnownEndings.Beginning?
    /// The rests of other decisions; empty if every line is scanned whole.
    private var knownRests = KnownRests()
    /// The place of the rest of the decision among the known rests; nil if it is not known.
    private(set) var rest: Int?
    /// The hash of the rest of the line that will be known as soon as its kind is.
    private var unknownRest: UInt64?

    private typealias Malformed = JSONScanner.Malformed

    /// Creates a scan without a line. With known endings, it remembers the endings of lines and scans further lines with
    /// them 1.7 times as fast.
    init(distinguishesFacts: Bool, knownEndings: KnownEndings? = nil) {
        self.distinguishesFacts = distinguishesFacts
        self.knownEndings = knownEndings
    }

    /// Reads a line. Throws an error if the line is not a JSON object, has a known member twice, or lacks a required
    /// member.
    mutating func read(_ line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        (event, members, mustRescan, unknownEnding, rest, unknownRest) = (.other, 0, false, nil, nil, nil)
        unknownName.removeAll(keepingCapacity: true)
        resetDetails()
        if knownEndings != nil, readKnown(line) { return }
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(Malformed) in
            guard let member = EventMember(name) else {
                try scanner.value()
                return
            }
            guard !has(member) else { throw Malformed() }
            members |= Self.bit(member)
            if try readKnownEnding(from: member, of: line, &scanner) { return }
            try readMember(member, &scanner)
        }
        let length = scanner.position - 1
        try scanner.end()
        if mustRescan { try rescan(line) }
        guard has(.time), has(.event), event.hasNoID || has(.id) else { throw Malformed() }
        switch event {
        case .closed: guard has(.bytesFromClient), has(.bytesFromServer) else { throw Malformed() }
        case .lost: guard has(.count) else { throw Malformed() }
        case .service: guard has(.host), has(.port) else { throw Malformed() }
        case .label: guard has(.label) else { throw Malformed() }
        case .decision, .facts, .policy, .trust, .segment, .other: break
        }
        keepEnding(of: line, length: length)
    }

    /// Reads a line in the spelling of `JSONWriter` of which everything but its own members is known. Returns false for
    /// any other line.
    private mutating func readKnown(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        if let head = DecisionHead(line) {
            let hash = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(line)[head.length...]).fastHash
            guard let place = knownRests.place(of: hash) else {
                unknownRest = hash
                return false
            }
            (event, time, id, rest) = (.decision, head.time, LoadID(head.id), place)
            device.append(contentsOf: Self.address(of: head.client).prefix(Self.addressLimit))
            user.append(contentsOf: knownRests.user(of: place))
            label.append(contentsOf: knownRests.label(of: place))
            return true
        }
        guard let closed = ClosedLine(line) else { return false }
        (event, time, id) = (.closed, closed.time, LoadID(closed.id))
        (bytesFromClient, bytesFromServer) = (closed.bytesFromClient, closed.bytesFromServer)
        return true
    }

    /// The index of the kind of a decision whose rest is known; nil for any other line.
    var knownKind: Int? { rest.map { knownRests.kind(of: $0) } }

    /// Whether no further rests are kept.
    var hasAllRests: Bool { knownRests.isFull }

    /// Notes the kind of the decision that was read, which then has a known rest, unless it has a path.
    mutating func noteKind(_ kind: Int) {
        // Nearly every path is a different one.
        guard let hash = unknownRest, path.isEmpty, event == .decision else { return }
        unknownRest = nil
        rest = knownRests.keep(hash, kind: kind, user: user, label: label)
    }

    /// Forgets the rests of decisions, whose kinds have other indices from now on.
    mutating func forgetRests() {
        knownRests.removeAll()
        rest = nil
    }

    /// Takes over what is known of the ending of the line that begins with a member's value. Returns false if nothing
    /// is known.
    private mutating func readKnownEnding(
        from member: EventMember, of line: UnsafeBufferPointer<UInt8>, _ scanner: inout JSONScanner
    ) throws(JSONScanner.Malformed) -> Bool {
        // Without a path, loads of one kind are equal from the scheme on; with one, from the address on.
        guard member == .scheme || member == .address && !path.isEmpty, event == .decision, !mustRescan else {
            return false
        }
        guard let knownEndings else { return false }
        let beginning = KnownEndings.Beginning(
            member, offset: scanner.position, members: members, kindSize: kind.count, of: line)
        guard let known = knownEndings.ending(beginning, of: line) else {
            unknownEnding = beginning
            return false
        }
        guard members & known.members == 0 else { throw Malformed() }
        members |= known.members
        knownEndings.appendKind(of: known, to: &kind)
        scanner.skip(known.length)
        return true
    }

    /// Keeps the ending of the line if it contributes nothing but members and a part of the kind.
    private mutating func keepEnding(of line: UnsafeBufferPointer<UInt8>, length: Int) {
        guard let beginning = unknownEnding, !mustRescan else { return }
        let own = members & ~beginning.members
        guard own & Self.individual == 0, own & Self.bit(.path) == 0 || path.isEmpty else { return }
        knownEndings?.keep(beginning, of: line, length: length, members: members, kind: kind)
    }

    /// The members that loads of one kind do not share, but for the path.
    private static let individual = [.time, .event, .id, .client, .user, .label].reduce(0) { $0 | bit($1) }

    private mutating func resetDetails() {
        kind.removeAll(keepingCapacity: true)
        device.removeAll(keepingCapacity: true)
        user.removeAll(keepingCapacity: true)
        label.removeAll(keepingCapacity: true)
        path.removeAll(keepingCapacity: true)
        (hasClientRefusal, bytesFromClient, bytesFromServer, count) = (false, 0, 0, 0)
    }

    private mutating func rescan(_ line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        resetDetails()
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(Malformed) in
            guard let member = EventMember(name), member != .event else {
                try scanner.value()
                return
            }
            try readMember(member, &scanner)
        }
    }

    private static func bit(_ member: EventMember) -> UInt64 { 1 << UInt64(member.rawValue) }

    private func has(_ member: EventMember) -> Bool { members & Self.bit(member) != 0 }

    private mutating func readMember(
        _ member: EventMember, _ scanner: inout JSONScanner
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
            mustRescan = true
            try scanner.value()
        case .id:
            let hasDigest = event == .facts || event == .policy || event == .trust
            let text = try scanner.optionalString { text throws(Malformed) in
                if hasDigest { kind.append(contentsOf: text) }
                return LoadID(text)
            }
            guard let text else { throw Malformed() }
            id = text
        case _:
            switch event {
            case .decision: try readDecisionMember(member, &scanner)
            case .closed: try readClosedMember(member, &scanner)
            case .lost where member == .count: count = try Self.number(&scanner)
            case .facts, .lost, .policy, .trust, .service, .segment, .label, .other: try scanner.value()
            }
        }
    }

    private static func number(_ scanner: inout JSONScanner) throws(JSONScanner.Malformed) -> Int64 {
        guard let number = try scanner.number() else { throw Malformed() }
        return number
    }

    private static func size(_ scanner: inout JSONScanner) throws(JSONScanner.Malformed) -> Int64 {
        let size = try number(&scanner)
        guard size <= ClosedLine.sizeLimit else { throw Malformed() }
        return size
    }

    private mutating func readClosedMember(
        _ member: EventMember, _ scanner: inout JSONScanner
    ) throws(JSONScanner.Malformed) {
        switch member {
        case .bytesFromClient: bytesFromClient = try Self.size(&scanner)
        case .bytesFromServer: bytesFromServer = try Self.size(&scanner)
        case .clientRefusal:
            hasClientRefusal = scanner.isAtObject()
            try scanner.value()
        case _: try scanner.value()
        }
    }
}

extension ScannedLine {
    /// Appends the member's contribution to `kind`: values, each after bytes that identify the member. A JSON value
    /// needs no terminator.
    private mutating func readDecisionMember(
        _ member: EventMember, _ scanner: inout JSONScanner
    ) throws(JSONScanner.Malformed) {
        switch member {
        case .scheme, .host, .port, .mode, .decision, .policy: append(member, try scanner.value())
        case .route:
            // Events of earlier versions lack the member, which means the same as null.
            let route = try scanner.value()
            if !route.isEqual(to: "null") { append(member, route) }
        case .accepted:
            let accepted = try scanner.value()
            if !accepted.isEqual(to: "null") { append(member, accepted) }
        case .facts:
            let facts = try scanner.value()
            // Whether there are any is a part of the verdict.
            if distinguishesFacts || facts.isEqual(to: "null") { append(member, facts) }
        case .tunnel where distinguishesFacts: append(member, try scanner.value())
        // What a tunnel hides is a part of what is known, also without facts.
        case .tunnel:
            try appendMembers(
                "opening", "hello", "fault", "serverAlert", "lacksClientCertificate", of: member, &scanner)
        case .app: try appendMembers("name", "version", "api", "os", of: member, &scanner)
        case .tls: try appendMembers("source", "version", "cipher", of: member, &scanner)
        case .error: try appendMembers("kind", "nextHop", "receivedStatus", of: member, &scanner)
        case .client:
            _ = try scanner.optionalString { device.append(contentsOf: Self.address(of: $0).prefix(Self.addressLimit)) }
        case .user: _ = try scanner.optionalString { user.append(contentsOf: $0.prefix(Self.nameLimit)) }
        case .label: _ = try scanner.optionalString { label.append(contentsOf: $0.prefix(Self.nameLimit)) }
        case .path: _ = try scanner.optionalString { path.append(contentsOf: $0.prefix(Self.pathLimit)) }
        case .violations, .warnings:
            try scanner.array { scanner throws(Malformed) in try appendMembers("rule", of: member, &scanner) }
        case _: try scanner.value()
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

    private mutating func append(_ member: EventMember, number: UInt8 = 0, _ part: JSONScanner.Slice) {
        kind.append(0x80 | member.rawValue)
        kind.append(number)
        kind.append(contentsOf: part)
    }

    private mutating func appendMembers(
        _ names: StaticString..., of member: EventMember, _ scanner: inout JSONScanner
    ) throws(JSONScanner.Malformed) {
        guard scanner.isAtObject() else {
            append(member, try scanner.value())
            return
        }
        try scanner.object { name, scanner throws(Malformed) in
            let number = names.firstIndex { name.isEqual(to: $0) }
            let value = try scanner.value()
            if let number { append(member, number: UInt8(number + 1), value) }
        }
    }
}
