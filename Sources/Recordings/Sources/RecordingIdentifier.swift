import Events

/// Makes the identifier of a recording without an event `segment` from its first line about a load.
///
/// A load has up to three lines: a decision, a second decision on the content of its tunnel, and its end. If a log is
/// rotated in the middle of a load, the next recording begins with another one of these lines. The identifier
/// distinguishes these lines, and does not depend on their spelling.
enum RecordingIdentifier {
    /// Makes the identifier, such as `01JD4Q0Y7ZK8M3T5V9W2X6R1BC/closed` for an end.
    ///
    /// - Parameters:
    ///   - line: The first line about a load, a decision or an end.
    ///   - load: The identifier of the load.
    static func text(of line: UnsafeBufferPointer<UInt8>, load: LoadID) -> String {
        // The line was scanned before, and is therefore well-formed.
        guard let event = try? RecordedLoadEvent(line) else { return load.text }
        return load.text + event.suffix
    }
}

/// The kinds of lines about a load.
private enum RecordedLoadEvent {
    case decision
    case secondDecision
    case end

    init(_ line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        var isEnd = false
        var isSecond = false
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            if name.isEqual(to: "event") {
                isEnd = try scanner.optionalText() == "closed"
            } else if name.isEqual(to: "tunnel") {
                isSecond = try !scanner.value().isEqual(to: "null") || isSecond
            } else if name.isEqual(to: "tls"), scanner.isAtObject() {
                isSecond = try Self.isOfTunnel(&scanner) || isSecond
            } else {
                try scanner.value()
            }
        }
        if isEnd {
            self = .end
        } else {
            self = isSecond ? .secondDecision : .decision
        }
    }

    /// Whether the summary of a handshake is of a handshake in a tunnel.
    private static func isOfTunnel(_ scanner: inout JSONScanner) throws(JSONScanner.Malformed) -> Bool {
        var isOfTunnel = false
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            if name.isEqual(to: "source") {
                isOfTunnel = try scanner.optionalText() == "tunnel"
            } else {
                try scanner.value()
            }
        }
        return isOfTunnel
    }

    /// The end of the identifier of a recording that begins with the line.
    var suffix: String {
        switch self {
        case .decision: ""
        case .secondDecision: "/tunnel"
        case .end: "/closed"
        }
    }
}
