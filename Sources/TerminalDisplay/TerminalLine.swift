import Documents
import Events
import InternetNames
import TransportSecurity

/// The formatter of loads as lines for a terminal, such as
///
///     22:54:00  blocked      legacy.example.com ×12  MyApp/42  the policy asks for TLS 1.2, the server offers TLS 1.0;
///               an exception would permit it: NSExceptionMinimumTLSVersion=TLSv1.0 [tls.version]
///
/// Text from the network is shortened, and characters in it that are not visible are shown by their code point, such as
/// `\u{1B}`. The words say everything that the colour says.
public struct TerminalLine: Hashable, Sendable {
    /// The offset of local time from UTC, in seconds.
    public var secondsFromUTC: Int64
    /// Whether decisions are coloured (ECMA-48).
    public var usesColour: Bool

    /// Creates a formatter for local time with a fixed offset.
    public init(secondsFromUTC: Int64 = 0, usesColour: Bool = false) {
        self.secondsFromUTC = secondsFromUTC
        self.usesColour = usesColour
    }

    /// The line for the decisions on one load, without a line feed and of any length.
    public func text(of event: DecisionEvent) -> String {
        rows(of: ShownLoad(event), count: 1, width: .max).joined(separator: " ")
    }

    /// The line for a loss of events, without a line feed.
    public func text(of event: LostEvent) -> String {
        "\(clock(event.time))  \(event.count) \(event.count == 1 ? "line" : "lines") lost: the terminal was too slow"
    }

    /// The rows that the line of a load takes on a terminal.
    ///
    /// - Parameters:
    ///   - count: The number of loads that differ only in their time.
    ///   - width: The number of columns of the terminal.
    func rows(of load: ShownLoad, count: Int, width: Int) -> [String] {
        let event = load.decisions
        let outcome = LoadOutcome(event)
        let word = Self.word(of: outcome)
        let colouredWord = usesColour ? "\u{1B}[\(Self.colour(of: outcome))m\(word)\u{1B}[0m" : word
        var wrapping = WordWrapping(terminalWidth: width, indent: 10)
        wrapping.append(clock(event.time), gap: 0)
        wrapping.append(colouredWord, columns: word.count, gap: 2)
        // The hosts of all lines begin in the same column.
        wrapping.append(destination(event), gap: 2 + Decision.wouldBlock.rawValue.count - word.count)
        if count > 1 { wrapping.append("×\(count)", gap: 1) }
        for part in [app(event), explanation(load)] {
            for (index, word) in part.split(separator: " ").enumerated() {
                wrapping.append(String(word), gap: index == 0 ? 2 : 1)
            }
        }
        return wrapping.rows
    }

    /// The parts of a load's line that loads in one line with a count have in common.
    func subject(of load: ShownLoad) -> Subject {
        let event = load.decisions
        return Subject(
            app: app(event), destination: destination(event), outcome: LoadOutcome(event),
            explanation: explanation(load))
    }

    /// The parts of a line except its time and count.
    struct Subject: Hashable, Sendable {
        var app: String
        var destination: String
        var outcome: LoadOutcome
        var explanation: String
    }

    /// The parameter of the colour (ECMA-48 §8.3.117): 32 is green, 31 red, 33 yellow, and 2 dim.
    private static func colour(of outcome: LoadOutcome) -> Int {
        switch outcome {
        case .allowed: return 32
        case .blocked, .failsUnlessAccepted: return 31
        case .wouldBlock, .accepted, .notJudged: return 33
        case .failed: return 2
        }
    }

    /// The outcome in a word, at most as long as `would-block`.
    private static func word(of outcome: LoadOutcome) -> String {
        switch outcome {
        case .allowed: return Decision.allowed.rawValue
        case .accepted: return "accepted"
        case .notJudged: return "not judged"
        case .failed: return Decision.failed.rawValue
        case .failsUnlessAccepted: return "fails"
        case .wouldBlock: return Decision.wouldBlock.rawValue
        case .blocked: return Decision.blocked.rawValue
        }
    }
}

// MARK: - The parts

extension TerminalLine {
    /// The local time of day, such as `22:54:00`.
    private func clock(_ time: Instant) -> String {
        String((time + secondsFromUTC).description.dropFirst(11).prefix(8))
    }

    /// The app with its version; empty if none is known.
    private func app(_ event: DecisionEvent) -> String {
        guard let app = event.app, let name = app.name else { return "" }
        return Self.shortened(app.version.map { "\(name)/\($0)" } ?? name, limit: 40)
    }

    /// The host, with its port unless that is the default one; `-` if no target could be parsed.
    private func destination(_ event: DecisionEvent) -> String {
        guard let host = event.host else { return "-" }
        let text = Self.shortened(host.description, limit: 128)
        guard let port = event.port, port != event.scheme?.defaultPort else { return text }
        return "\(text):\(port)"
    }

    /// The explanation of a load, marked if an earlier line has shown a better outcome.
    private func explanation(_ load: ShownLoad) -> String {
        load.isCorrection ? "later on the same load: \(explanation(load.decisions))" : explanation(load.decisions)
    }

    /// The findings of a load with their rules and the exception that would permit it. Without findings, the failure or
    /// the TLS version.
    private func explanation(_ event: DecisionEvent) -> String {
        let failure = event.error.map { Self.shortened($0.message, limit: 160) }
        guard event.violations.isEmpty else {
            let parts = [reasons(event.violations), failure, exception(event)].compactMap { $0 }
            return "\(parts.joined(separator: "; ")) \(rules(event.violations))"
        }
        if let failure { return failure }
        guard event.warnings.isEmpty else {
            let state = event.accepted == true ? "the app accepted it" : "fails unless the app accepts it"
            return "\(state): \(reasons(event.warnings)) \(rules(event.warnings))"
        }
        if event.isClaimedByClient { return "the client says that it is a browser; --api URLSession judges it" }
        let connection = connection(event)
        guard let policy = event.policy, !policy.applies else { return connection ?? "" }
        return [connection, "ATS does not apply (\(policy.reason.rawValue))"].compactMap { $0 }.joined(separator: "; ")
    }

    /// The TLS version or `cleartext`. Without a handshake, the first note, which says why nothing was judged.
    private func connection(_ event: DecisionEvent) -> String? {
        if event.scheme?.isSecure == false { return "cleartext" }
        return event.tls?.version?.prose ?? event.notes.first.map { Self.shortened($0.message, limit: 160) }
    }

    private func reasons(_ findings: [Finding]) -> String {
        findings.briefReasons { Self.shortened($0, limit: 160) }
    }

    /// The names of the rules of findings, in brackets.
    private func rules(_ findings: [Finding]) -> String {
        let names = findings.map(\.rule.rawValue).distinct
        return "[\(Self.shortened(names.joined(separator: ", "), limit: 120))]"
    }

    /// The effect of an exception, with its keys. An exception that leaves a failure to the app does not fix the load,
    /// so its keys are not shown.
    private func exception(_ event: DecisionEvent) -> String {
        guard let entry = event.violations.jointException else { return "no exception permits it" }
        guard entry.overridable != true else { return "with an exception, it fails unless the app accepts it" }
        let keys = entry.keys.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.prose)" }
        let domain = entry.domain == event.host?.description ? "" : " for \(entry.domain)"
        return Self.shortened("an exception\(domain) would permit it: \(keys.joined(separator: " "))", limit: 240)
    }

    /// The text with code points in place of characters that are not visible, cut in the middle to at most `limit`
    /// characters. The end is kept because the registered domain of a host is there.
    static func shortened(_ text: String, limit: Int) -> String {
        // Only the beginning of a very long text is looked at. The length is counted in scalars, since a character may
        // have any number of combining marks.
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
