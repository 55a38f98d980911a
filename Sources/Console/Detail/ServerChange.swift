import Advice
import JSONWriting
import Reports
import TransportSecurity

/// The change of a server, and the text for its operator.
struct ServerChange: JSONWritable {
    /// The change in one or more sentences.
    private let sentence: String
    /// The faults of the server and the change, for the operator.
    private let operatorSentence: String
    /// Configurations of nginx that make the change, each once.
    private let nginx: [String]

    /// Creates the change that the advice names.
    init(_ change: AdvisedChange) {
        sentence = change.fixes.map(\.sentence).joined(separator: " ")
        operatorSentence = change.sentence
        nginx = Self.nginx(of: change.fixes)
    }

    /// Creates the change that removes recorded findings; nil if they are only about cleartext or
    /// about the client.
    init?(_ findings: [Finding]) {
        let faults = findings.filter { $0.rule != .cleartext && $0.rule != .tunnelCleartext && !$0.mayBeOfClient }
        guard !faults.isEmpty else { return nil }
        var fixes: [ServerFix] = []
        for fix in faults.map(ServerFix.init(for:)) where !fixes.contains(fix) { fixes.append(fix) }
        sentence = fixes.map(\.sentence).joined(separator: " ")
        operatorSentence = "\(faults.map(\.message).joined(separator: " ")) \(sentence)"
        nginx = Self.nginx(of: fixes)
    }

    /// The configurations, each once: several rules may have the same.
    private static func nginx(of fixes: [ServerFix]) -> [String] {
        var known: Set<String> = []
        return fixes.compactMap(\.nginx).filter { known.insert($0).inserted }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("sentence", sentence)
            json.member("operator", operatorSentence)
            json.member("nginx", nginx)
        }
    }
}

/// The change of the TLS client that an app brings, by its developer. Where nothing shows whether the client or the
/// server is at fault, the step that tells it.
struct ClientChange: JSONWritable {
    /// The party to change.
    let noun: String
    /// The change in one or more sentences.
    private let sentence: String
    /// The faults and the change, for the developer.
    private let developerSentence: String

    /// Creates the change that the advice names; nil if it names none.
    init?(_ changes: [AdvisedChange]) {
        let own = changes.filter { $0.step == .client || $0.step == .either }
        guard !own.isEmpty else { return nil }
        noun = Self.noun(isKnown: own.contains { $0.step == .client })
        sentence = own.flatMap(\.fixes).map(\.sentence).joined(separator: " ")
        developerSentence = own.map(\.sentence).joined(separator: " ")
    }

    /// Creates the change that removes recorded findings; nil if none is the client's fault.
    init?(_ findings: [Finding]) {
        let faults = findings.filter(\.mayBeOfClient)
        guard !faults.isEmpty else { return nil }
        noun = Self.noun(isKnown: faults.contains { $0.cause == .clientHello })
        var fixes: [ServerFix] = []
        for fix in faults.map(ServerFix.init(for:)) where !fixes.contains(fix) { fixes.append(fix) }
        sentence = fixes.map(\.sentence).joined(separator: " ")
        developerSentence = "\(faults.map(\.message).joined(separator: " ")) \(sentence)"
    }

    private static func noun(isKnown: Bool) -> String { isKnown ? "the client" : "the client or the server" }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("sentence", sentence)
            json.member("developer", developerSentence)
        }
    }
}

extension Finding {
    /// Whether the client is at fault, or may be.
    var mayBeOfClient: Bool { cause == .clientHello || cause == .unknownSide }
}
