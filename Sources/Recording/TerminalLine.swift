import InternetNames
import TransportSecurity

/// The formatter of decisions as lines for a terminal, such as
///
///     22:54:00  MyApp/42  legacy.example.com  TLSv1.0 TLS_RSA_WITH_AES_128_CBC_SHA  blocked  tls.version; exception …
///
/// Text from the network is shortened, and its characters that are not visible are shown as `\u{1B}`. The colour says
/// nothing that the words do not say.
public struct TerminalLine: Hashable, Sendable {
    /// The offset of local time from UTC, in seconds.
    public var secondsFromUTC: Int64
    /// Whether decisions are coloured (ECMA-48).
    public var usesColour: Bool

    /// Creates a formatter for a time zone.
    public init(secondsFromUTC: Int64 = 0, usesColour: Bool = false) {
        self.secondsFromUTC = secondsFromUTC
        self.usesColour = usesColour
    }

    /// The line for a decision, without a line feed.
    public func text(of event: DecisionEvent) -> String {
        [
            clock(event.time), app(event.app?.value), destination(event), connection(event), decision(event.decision),
            reasons(event),
        ].filter { !$0.isEmpty }.joined(separator: "  ")
    }

    /// The line for a loss of events, without a line feed.
    public func text(of event: LostEvent) -> String {
        "\(clock(event.time))  \(event.count) \(event.count == 1 ? "line" : "lines") lost: the terminal was too slow"
    }

    private func clock(_ time: Instant) -> String {
        String((time + secondsFromUTC).description.dropFirst(11).prefix(8))
    }

    private func app(_ app: ClientApp?) -> String {
        guard let name = app?.name else { return "-" }
        guard let version = app?.version else { return Self.shortened(name, limit: 24) }
        return Self.shortened("\(name)/\(version)", limit: 24)
    }

    private func destination(_ event: DecisionEvent) -> String {
        guard let host = event.host else { return "-" }
        let text = Self.shortened(host.description, limit: 48)
        guard let port = event.port, port != event.scheme?.defaultPort else { return text }
        return "\(text):\(port)"
    }

    private func connection(_ event: DecisionEvent) -> String {
        if event.scheme?.isSecure == false { return "cleartext" }
        return [event.tls?.version?.name, event.tls?.cipher].compactMap { $0 }
            .map { Self.shortened($0, limit: 48) }.joined(separator: " ")
    }

    private func decision(_ decision: Decision) -> String {
        guard usesColour else { return decision.rawValue }
        return "\u{1B}[\(Self.colour(of: decision))m\(decision.rawValue)\u{1B}[0m"
    }

    /// Green, red or yellow for decisions of ATS; dim for failures.
    private static func colour(of decision: Decision) -> Int {
        switch decision {
        case .allowed: return 32
        case .blocked: return 31
        case .wouldBlock: return 33
        case .failed: return 2
        }
    }

    private func reasons(_ event: DecisionEvent) -> String {
        if let error = event.error { return Self.shortened(error.message, limit: 80) }
        if let first = event.violations.first {
            return "\(rules(event.violations)); \(remedy(first))"
        }
        if !event.warnings.isEmpty { return "warned: \(rules(event.warnings))" }
        guard let policy = event.policy, !policy.applies else { return "" }
        return policy.reason.rawValue
    }

    private func rules(_ findings: [Finding]) -> String {
        var names: [String] = []
        for finding in findings where !names.contains(finding.rule.rawValue) { names.append(finding.rule.rawValue) }
        return names.joined(separator: ", ")
    }

    private func remedy(_ finding: Finding) -> String {
        guard let exception = finding.exception else { return "no exception permits it" }
        let keys = exception.keys.sorted { $0.key < $1.key }.map { key, value in
            switch value {
            case .boolean(let flag): return "\(key)=\(flag ? "YES" : "NO")"
            case .string(let text): return "\(key)=\(text)"
            }
        }
        return Self.shortened("exception for \(exception.domain): \(keys.joined(separator: " "))", limit: 120)
    }

    /// The text with code points in place of characters that are not visible, cut in the middle to at most `limit`
    /// characters. The end is kept because the registered domain of a host is there.
    static func shortened(_ text: String, limit: Int) -> String {
        // Only the beginning of a very long text is looked at. It is counted in scalars, since a character may have any
        // number of combining marks.
        let scalars = Array(text.unicodeScalars.prefix(4096)).flatMap { scalar in
            scalar.isVisible ? [scalar] : Array(scalar.codePoint.unicodeScalars)
        }
        var shown = String.UnicodeScalarView()
        if scalars.count <= limit {
            shown.append(contentsOf: scalars)
        } else {
            shown.append(contentsOf: scalars.prefix(limit / 3))
            shown.append("…")
            shown.append(contentsOf: scalars.suffix(limit - limit / 3 - 1))
        }
        return String(shown)
    }
}
