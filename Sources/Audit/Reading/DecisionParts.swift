import InternetNames
import Recording
import TransportSecurity

/// Decodes decisions from members of decisions that were decoded before.
///
/// Thousands of kinds of loads consist of the same few apps, policies, servers and findings, and decoding a line of JSON
/// by `JSONDecoder` takes 0.1 ms. A line is decoded here if each of its members has a value that was seen before, apart
/// from plain times and texts. Values are known by their hashes. Nothing is said about any other line.
struct DecisionParts {
    /// The places in `decisions`, by the hashes of members with their values.
    private var places = HashPlaces()
    /// Decisions that were decoded as a whole.
    private var decisions: [DecisionEvent] = []
    /// The largest number of decisions to keep. At this number all are forgotten.
    private let limit: Int

    private typealias Malformed = JSONScanner.Malformed

    /// Knows no decision yet.
    init(limit: Int = 4096) {
        self.limit = limit
    }

    /// The decision in a line; nil for a line that must be decoded as a whole.
    func decision(in line: UnsafeBufferPointer<UInt8>) -> DecisionEvent? {
        guard !decisions.isEmpty else { return nil }
        var event = DecisionEvent(time: Instant(milliseconds: 0), id: .text(""), decision: .failed)
        var members: UInt64 = 0
        let visit = { (member: EventMember, value: JSONScanner.Slice) throws(Malformed) in
            members |= Self.bit(member)
            try read(member, value, of: &event)
        }
        do throws(Malformed) {
            try Self.visit(line, visit)
        } catch {
            return nil
        }
        return members & Self.required == Self.required ? event : nil
    }

    /// Keeps the members of a line that was decoded as a whole.
    mutating func keep(_ decision: DecisionEvent, of line: UnsafeBufferPointer<UInt8>) {
        if decisions.count >= limit { self = DecisionParts(limit: limit) }
        var hashes: [UInt64] = []
        do throws(Malformed) {
            try Self.visit(line) { member, value in hashes.append(Self.hash(member, value)) }
        } catch {
            return
        }
        let unknown = hashes.filter { places[$0] == nil }
        guard !unknown.isEmpty else { return }
        for hash in unknown { places.insert(decisions.count, for: hash) }
        decisions.append(decision)
    }

    /// Calls the closure with each member of a line. Throws an error for a line with an unknown member, or with a member
    /// twice.
    private static func visit(
        _ line: UnsafeBufferPointer<UInt8>, _ visit: (EventMember, JSONScanner.Slice) throws(Malformed) -> Void
    ) throws(JSONScanner.Malformed) {
        var members: UInt64 = 0
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(Malformed) in
            guard let member = EventMember(name), members & bit(member) == 0 else { throw Malformed() }
            members |= bit(member)
            try visit(member, try scanner.value())
        }
        try scanner.end()
    }

    private static func bit(_ member: EventMember) -> UInt64 { 1 << UInt64(member.rawValue) }

    private static let required = [.time, .event, .id, .decision, .violations, .warnings, .notes].reduce(0) {
        $0 | bit($1)
    }

    private static func hash(_ member: EventMember, _ value: JSONScanner.Slice) -> UInt64 {
        UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: value)).fastHash
            &+ UInt64(member.rawValue) &* 0x9E37_79B9_7F4A_7C15
    }
}

extension DecisionParts {
    private func read(
        _ member: EventMember, _ value: JSONScanner.Slice, of event: inout DecisionEvent
    ) throws(JSONScanner.Malformed) {
        switch member {
        case .time:
            guard let time = Instant(try Self.text(value)) else { throw Malformed() }
            event.time = time
        case .event: guard value.isEqual(to: #""decision""#) else { throw Malformed() }
        case .id: event.id = .text(try Self.text(value))
        case .client: event.client = try Self.optionalText(value).map { .text($0) }
        case .user: event.user = try Self.optionalText(value)
        case .label: event.label = try Self.optionalText(value)
        case .path: event.path = try Self.optionalText(value).map { ByteString($0) }
        case .listener, .app, .method, .scheme, .host, .port, .address, .route, .mode, .decision, .policy, .facts, .tls,
            .tunnel, .accepted, .violations, .warnings, .notes, .error:
            guard let place = places[Self.hash(member, value)] else { throw Malformed() }
            Self.copy(member, from: decisions[place], to: &event)
        case .serverFacts, .bytesFromClient, .bytesFromServer, .durationMilliseconds, .endedBy, .how, .clientRefusal,
            .certificates, .handshakes, .count:
            throw Malformed()
        }
    }

    private static func copy(_ member: EventMember, from known: DecisionEvent, to event: inout DecisionEvent) {
        switch member {
        case .listener: event.listener = known.listener
        case .app: event.app = known.app
        case .method: event.method = known.method
        case .scheme: event.scheme = known.scheme
        case .host: event.host = known.host
        case .port: event.port = known.port
        case .address: event.address = known.address
        case .route: event.route = known.route
        case .mode: event.mode = known.mode
        case .decision: event.decision = known.decision
        case .policy: event.policy = known.policy
        case .facts: event.facts = known.facts
        case .tls: event.tls = known.tls
        case .tunnel: event.tunnel = known.tunnel
        case .accepted: event.accepted = known.accepted
        case .violations: event.violations = known.violations
        case .warnings: event.warnings = known.warnings
        case .notes: event.notes = known.notes
        case .error: event.error = known.error
        case .time, .event, .id, .client, .user, .label, .path, .serverFacts, .bytesFromClient, .bytesFromServer,
            .durationMilliseconds, .endedBy, .how, .clientRefusal, .certificates, .handshakes, .count:
            break
        }
    }

    /// The text of a string in plain ASCII. Throws an error for any other value.
    private static func text(_ value: JSONScanner.Slice) throws(JSONScanner.Malformed) -> String {
        let text = value.dropFirst().dropLast()
        guard value.count >= 2, value.first == UInt8(ascii: "\""),
            text.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\\") })
        else { throw Malformed() }
        return String(decoding: text, as: UTF8.self)
    }

    /// The text of a string in plain ASCII; nil for `null`. Throws an error for any other value.
    private static func optionalText(_ value: JSONScanner.Slice) throws(JSONScanner.Malformed) -> String? {
        value.isEqual(to: "null") ? nil : try text(value)
    }
}
