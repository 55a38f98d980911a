import TransportSecurity

/// What is read of every line of a recording, before anybody decides to decode it whole.
///
/// Loads of one kind write lines that differ only in their time, their name and their client. `kind` holds the bytes of
/// all that tells one kind from another; the line is decoded only where that was never seen before.
struct ScannedLine {
    private(set) var event = Event.other
    private(set) var time = Instant(milliseconds: 0)
    private(set) var id = LoadID()
    /// The bytes that tell kinds of decisions apart; for facts their name.
    private(set) var kind: [UInt8] = []
    private(set) var bytesFromClient: Int64 = 0
    private(set) var bytesFromServer: Int64 = 0
    /// Whether a `closed` speaks of a device that refused the server.
    private(set) var hasClientRefusal = false
    /// How many events a `lost` admits.
    private(set) var count: Int64 = 0

    /// Whether loads are of another kind where other facts were found of their server.
    let tellsFactsApart: Bool
    private var hasTime = false
    private var hasID = false

    /// Events by the value of their member `event`.
    enum Event {
        case decision, facts, closed, lost, other
    }

    private typealias Malformed = JSONScanner.Malformed

    /// A line not read yet.
    init(tellsFactsApart: Bool) {
        self.tellsFactsApart = tellsFactsApart
    }

    /// Reads the next line. An error where it is no JSON object, or lacks what its event must have.
    mutating func read(_ line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        kind.removeAll(keepingCapacity: true)
        (event, hasTime, hasID, hasClientRefusal) = (.other, false, false, false)
        (bytesFromClient, bytesFromServer, count) = (0, 0, 0)
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(Malformed) in try readMember(name, &scanner) }
        try scanner.end()
        switch event {
        case .decision, .facts, .closed:
            guard hasTime, hasID else { throw Malformed() }
        case .lost, .other:
            guard hasTime else { throw Malformed() }
        }
    }

    private mutating func readMember(
        _ name: JSONScanner.Slice, _ scanner: inout JSONScanner
    ) throws(JSONScanner.Malformed) {
        if name.isEqual(to: "time") {
            guard let text = try scanner.optionalString(), let time = Instant(text) else { throw Malformed() }
            self.time = time
            hasTime = true
        } else if name.isEqual(to: "event") {
            event = Self.event(try scanner.optionalString())
        } else if name.isEqual(to: "id") {
            guard let text = try scanner.optionalString() else { throw Malformed() }
            id = LoadID(text)
            hasID = true
            if event == .facts { kind.append(contentsOf: text) }
        } else {
            switch event {
            case .decision: try readDecisionMember(name, &scanner)
            case .closed: try readClosedMember(name, &scanner)
            case .lost where name.isEqual(to: "count"): count = try scanner.number()
            case .facts, .lost, .other: try scanner.value()
            }
        }
    }

    private static func event(_ name: JSONScanner.Slice?) -> Event {
        guard let name else { return .other }
        if name.isEqual(to: "decision") { return .decision }
        if name.isEqual(to: "closed") { return .closed }
        if name.isEqual(to: "facts") { return .facts }
        return name.isEqual(to: "lost") ? .lost : .other
    }

    private mutating func readClosedMember(
        _ name: JSONScanner.Slice, _ scanner: inout JSONScanner
    ) throws(JSONScanner.Malformed) {
        if name.isEqual(to: "bytesFromClient") {
            bytesFromClient = try scanner.number()
        } else if name.isEqual(to: "bytesFromServer") {
            bytesFromServer = try scanner.number()
        } else {
            let isRefusal = name.isEqual(to: "clientRefusal") && scanner.isAtObject()
            hasClientRefusal = hasClientRefusal || isRefusal
            try scanner.value()
        }
    }
}

extension ScannedLine {
    /// Appends what the member adds to the kind. Every part is preceded by a byte that JSON text cannot hold.
    private mutating func readDecisionMember(
        _ name: JSONScanner.Slice, _ scanner: inout JSONScanner
    ) throws(JSONScanner.Malformed) {
        if name.isEqual(to: "scheme") {
            append(1, try scanner.value())
        } else if name.isEqual(to: "host") {
            append(2, try scanner.value())
        } else if name.isEqual(to: "port") {
            append(3, try scanner.value())
        } else if name.isEqual(to: "mode") {
            append(4, try scanner.value())
        } else if name.isEqual(to: "decision") {
            append(5, try scanner.value())
        } else if name.isEqual(to: "policy") {
            append(6, try scanner.value())
        } else if name.isEqual(to: "facts"), tellsFactsApart {
            append(7, try scanner.value())
        } else if name.isEqual(to: "tunnel"), tellsFactsApart {
            append(13, try scanner.value())
        } else if name.isEqual(to: "app") {
            try appendMembers(8, "name", "version", "api", "os", of: &scanner)
        } else if name.isEqual(to: "tls") {
            try appendMembers(9, "source", "version", "cipher", of: &scanner)
        } else if name.isEqual(to: "error") {
            try appendMembers(10, "kind", of: &scanner)
        } else if name.isEqual(to: "violations") {
            try appendRules(11, of: &scanner)
        } else if name.isEqual(to: "warnings") {
            try appendRules(12, of: &scanner)
        } else {
            try scanner.value()
        }
    }

    private mutating func append(_ tag: UInt8, _ part: JSONScanner.Slice) {
        kind.append(tag)
        kind.append(contentsOf: part)
    }

    private mutating func appendMembers(
        _ tag: UInt8, _ names: StaticString..., of scanner: inout JSONScanner
    ) throws(JSONScanner.Malformed) {
        guard scanner.isAtObject() else {
            append(tag, try scanner.value())
            return
        }
        try scanner.object { name, scanner throws(Malformed) in
            let value = try scanner.value()
            if names.contains(where: { name.isEqual(to: $0) }) { append(tag, value) }
        }
    }

    private mutating func appendRules(
        _ tag: UInt8, of scanner: inout JSONScanner
    ) throws(JSONScanner.Malformed) {
        try scanner.array { scanner throws(Malformed) in
            try appendMembers(tag, "rule", of: &scanner)
        }
    }
}

extension Instant {
    /// Reads RFC 3339 with three digits of a fraction, as recordings have it, without making a string of it; other
    /// spellings the slow way.
    fileprivate init?(_ text: JSONScanner.Slice) {
        guard text.count == 24 else {
            self.init(String(decoding: text, as: UTF8.self))
            return
        }
        func number(_ offset: Int, _ count: Int) -> Int64? {
            var number: Int64 = 0
            for index in offset..<offset + count {
                let digit = text[text.startIndex + index]
                guard (48...57).contains(digit) else { return nil }
                number = number * 10 + Int64(digit - 48)
            }
            return number
        }
        func has(_ character: Unicode.Scalar, at offset: Int) -> Bool {
            text[text.startIndex + offset] == UInt8(ascii: character)
        }
        guard has("-", at: 4), has("-", at: 7), has("T", at: 10), has(":", at: 13), has(":", at: 16), has(".", at: 19),
            has("Z", at: 23), let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
            let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
            let thousandths = number(20, 3), (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60,
            second <= 60
        else { return nil }
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        milliseconds += thousandths
    }
}
