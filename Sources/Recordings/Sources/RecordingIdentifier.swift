import Events

/// The identifier of a recording without an event `segment`: that of its first line about a load.
///
/// A load has up to three lines: a decision, a second decision on the content of its tunnel, and its end. Where a log
/// is rotated in the middle of a load, the next recording begins with another one of these lines. The identifier tells
/// them apart, and does not depend on the spelling of the line.
enum RecordingIdentifier {
    /// The identifier of a recording whose first line about a load this is.
    ///
    /// - Parameters:
    ///   - line: A decision or the end of a load, which was read before.
    ///   - load: The identifier of the load.
    static func text(of line: UnsafeBufferPointer<UInt8>, _ load: LoadID) -> String {
        // The line was scanned before. This scan therefore finds nothing malformed.
        guard let event = try? RecordedLoadEvent(line) else { return load.text }
        return load.text + event.suffix
    }
}

/// Which of the lines about a load a line is.
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
        self = isEnd ? .end : isSecond ? .secondDecision : .decision
    }

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

    var suffix: String {
        switch self {
        case .decision: ""
        case .secondDecision: "/tunnel"
        case .end: "/closed"
        }
    }
}
