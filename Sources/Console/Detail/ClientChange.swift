import Advice
import JSONWriting
import Reports
import TransportSecurity

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
