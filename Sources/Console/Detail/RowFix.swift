import Advice
import InternetNames
import JSONWriting
import Judging
import Recordings
import Reports
import TransportSecurity

/// The changes with which the loads of a row meet ATS: the smallest exception, and a change of the server, of the
/// client or of the URL, which is better. `atsproxy advise` gives the same advice on these loads.
public struct RowFix {
    private var meaning = Meaning.noException
    /// The exception as the text of a property list; nil if no exception helps.
    private var propertyList: String?
    /// The exception as an entry of the row's policy; nil if no exception helps.
    private(set) var entry: ExceptionEntry?
    /// The change of the server; nil if none is needed or known.
    private var serverChange: ServerChange?
    /// The change of the client, or of the client or the server; nil if none is needed or known.
    private var clientChange: ClientChange?
    /// The change of the URL; nil if none is needed or known.
    private var urlChange: AdvisedChange?
    private let host: Host?
    private let port: UInt16?

    /// The effect of the exception on the loads, in a word for programs and a sentence for people.
    private struct Meaning {
        /// The kind of effect.
        var kind: Kind
        /// The effect of the exception, or the reason that there is none, in one sentence.
        var sentence: String

        /// The effect if no exception helps.
        static let noException = Meaning(kind: .none, sentence: "No exception makes the loads succeed.")
    }

    /// The kind of effect that an exception has.
    private enum Kind: String {
        /// An exception under which the loads succeed. The API keeps the older word.
        case exception = "remedy"
        /// An exception that only leaves a failure of trust to the app.
        case overridable
        /// No exception helps, or none is needed.
        case none
    }

    /// The effect of the exception, or the reason that there is none, in one sentence.
    var sentence: String { meaning.sentence }

    /// Finds the changes for a row.
    public init(of row: ConsoleRow, in traffic: inout ConsoleTraffic) {
        host = row.key.host
        port = row.key.port
        let worst = row.worst.map { traffic.judged.judgedWithoutRepeats(at: $0) }
        guard let worst, !worst.violations.isEmpty else {
            meaning = Meaning(kind: .none, sentence: Self.sentence(withoutViolation: worst))
            return
        }
        let declared = traffic.judged.appliedPolicy(for: worst.entry)?.dictionary ?? [:]
        guard Self.canBeJudgedAgain(worst, in: &traffic) else {
            let exception = worst.violations.jointException
            meaning = Self.meaning(of: exception)
            if let exception { setException(exception.keys, at: exception.domain, in: declared) }
            serverChange = ServerChange(worst.violations)
            clientChange = ClientChange(worst.violations)
            return
        }
        let advice = Self.advice(on: row, worst: worst, in: &traffic)
        serverChange = advice.changes.first { $0.step == .server }.map(ServerChange.init)
        clientChange = ClientChange(advice.changes)
        urlChange = advice.changes.first { $0.step == .url }
        let exception = (advice.exceptions + advice.furtherExceptions).first { $0.host == row.key.host }
        meaning = Self.meaning(of: exception, orChangeOf: partiesToChange)
        if meaning.kind != .none, let exception, !exception.isRemoval {
            setException(exception.keys, at: exception.host.description, in: declared)
        }
    }

    /// Sets the exception, and the entry with which it is added to a declared policy.
    private mutating func setException(
        _ keys: [String: PropertyValue], at domain: String, in declared: [String: PropertyValue]
    ) {
        propertyList = Self.propertyList(of: keys, at: domain)
        entry = ExceptionEntry(domain: domain, keys: keys, in: declared)
    }

    /// Writes the changes as members of a row's detail.
    func writeMembers(to json: inout JSONWriter) {
        json.name("fix")
        json.object { json in
            json.member("kind", meaning.kind.rawValue)
            json.member("sentence", meaning.sentence)
            json.member("propertyList", propertyList)
            json.member("entry", entry?.fragment)
            json.member("place", entry?.instruction)
        }
        json.member("serverChange", serverChange)
        json.member("clientChange", clientChange)
        json.name("urlChange")
        if let url = urlChange?.https?.url { write(url: url, to: &json) } else { json.null() }
    }

    private func write(url: String, to json: inout JSONWriter) {
        json.object { json in
            json.member("from", "http://\(httpDestination)")
            json.member("to", url)
            json.member("sentence", urlChange?.sentence ?? "")
        }
    }

    /// The parties whose change makes the exception unnecessary, such as `the URL or the server`; empty if there are
    /// none.
    private var partiesToChange: String {
        var parties: [String] = []
        if urlChange != nil { parties.append("the URL") }
        if let clientChange { parties.append(clientChange.party) }
        if serverChange != nil { parties.append("the server") }
        return parties.joined(separator: " or ")
    }

    /// The host and the port as a URL of `http` names them; empty without a host.
    private var httpDestination: String {
        guard let host else { return "" }
        return port == 80 ? host.bracketed : "\(Authority(host: host, port: port ?? 80))"
    }
}

extension RowFix {
    /// Whether the program has the policy, the root and the facts that a verdict on the entry needs. A recording may
    /// lack them. Only the fixes that were recorded with the findings are then known.
    private static func canBeJudgedAgain(_ worst: JudgedEntry, in traffic: inout ConsoleTraffic) -> Bool {
        guard let appliedPolicy = traffic.judged.appliedPolicy(for: worst.entry) else { return false }
        let again = traffic.replay.judge(worst.entry, in: traffic.content.facts, under: appliedPolicy)
        return !again.lacksRoot && !again.isUndetermined
    }

    /// The effect of the exception that was recorded with the findings; nil stands for no exception.
    private static func meaning(of exception: Finding.Exception?) -> Meaning {
        guard let exception else { return .noException }
        guard exception.overridable != true else {
            return Meaning(
                kind: .overridable,
                sentence:
                    "The exception alone does not make the loads succeed: it leaves them to the app's own code, which "
                    + "must accept the server.")
        }
        return Meaning(
            kind: .exception,
            sentence: "By what was recorded, the loads succeed with this exception for \(exception.domain.visible()).")
    }

    /// The advice on only the loads of a row, under the system that judged the worst one.
    private static func advice(
        on row: ConsoleRow, worst: JudgedEntry, in traffic: inout ConsoleTraffic
    ) -> AppPolicyAdvice {
        let appliedPolicy = traffic.judged.appliedPolicy(for: worst.entry)
        var trafficOfRow = RecordedTraffic(facts: traffic.content.facts)
        trafficOfRow.entries = row.entries(atMost: entryLimit).map { index in
            // The entry of the first decisions may be beyond the limit, so second decisions are judged without it.
            var entry = traffic.content.entries[index]
            entry.firstDecisionIndex = nil
            return entry
        }
        let os = worst.policy?.os ?? .newest
        return AppPolicyAdvice(
            on: trafficOfRow, by: traffic.replay, declared: appliedPolicy?.dictionary ?? [:],
            linkedSDK: appliedPolicy?.linkedSDK, os: .fixed(os), loadingAPI: appliedPolicy?.loadingAPI,
            waivers: appliedPolicy?.waivers ?? [])
    }

    /// The effect of the exception that the advice names; nil stands for no exception.
    ///
    /// - Parameter parties: The parties whose change makes the exception unnecessary; empty if there are none.
    private static func meaning(of exception: AdvisedException?, orChangeOf parties: String) -> Meaning {
        guard let exception else { return .noException }
        guard !exception.isRemoval else {
            return Meaning(
                kind: .none,
                sentence:
                    "Remove the entry for \(exception.host) from NSExceptionDomains: ATS exempts a host without one.")
        }
        switch exception.effect {
        case .permits:
            let beginning = parties.isEmpty ? "The" : "Until \(parties) is changed: the"
            return Meaning(
                kind: .exception, sentence: "\(beginning) loads succeed with this exception for \(exception.host).")
        case .leavesToApp:
            return Meaning(kind: .overridable, sentence: exception.caveats.joined(separator: " "))
        case .permitsOnlyCleartext:
            return Meaning(
                kind: .none,
                sentence:
                    "No exception makes the loads succeed: the server refuses TLS altogether, and an exception would "
                    + "only permit cleartext to it.")
        }
    }

    /// The reason why loads without a violation get no exception; nil for a row without loads.
    private static func sentence(withoutViolation judged: JudgedEntry?) -> String {
        guard let judged else { return "Nothing was loaded." }
        switch ConsoleVerdict(judged) {
        case .failsUnlessAccepted:
            return
                "The policy leaves this failure of trust to the app already: the load fails unless the app accepts it."
        case .warning: return "The policy leaves this failure of trust to the app already, which accepted the server."
        case .notJudged: return "These loads are not judged; --api URLSession judges them."
        case .undetermined: return "What is known of the server does not suffice to say what would help."
        case .failed: return "The load failed in the network, and no exception changes that."
        case .exempt: return "ATS does not judge these loads, so no exception is needed."
        // Without a violation, no verdict is `blocked` or `wouldBlock`.
        case .allowed, .blocked, .wouldBlock: return "No exception is needed."
        }
    }

    private static func propertyList(of keys: [String: PropertyValue], at domain: String) -> String {
        let entry = [ATSKey.exceptionDomains: PropertyValue.dictionary([domain: .dictionary(keys)])]
        return PropertyListText.fragment(entry).joined(separator: "\n") + "\n"
    }

    /// The largest number of entries (kinds of loads) of a row for which an exception is sought.
    private static let entryLimit = 200
}
