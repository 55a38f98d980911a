import Advice
import InternetNames
import JSONWriting
import Reports
import TransportSecurity

/// The change of a row's server with which the loads meet ATS, and the text about it for the server's operator.
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
        nginx = change.fixes.compactMap(\.nginx).distinct
    }

    /// Creates the change that removes recorded findings; nil if all of them are about cleartext or about the client.
    init?(_ findings: [Finding]) {
        let faults = findings.filter { $0.rule != .cleartext && $0.rule != .tunnelCleartext && !$0.mayBeOfClient }
        guard !faults.isEmpty else { return nil }
        let fixes = faults.map(ServerFix.init(for:)).distinct
        sentence = fixes.map(\.sentence).joined(separator: " ")
        operatorSentence = "\(faults.map(\.message).joined(separator: " ")) \(sentence)"
        nginx = fixes.compactMap(\.nginx).distinct
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("sentence", sentence)
            json.member("operator", operatorSentence)
            json.member("nginx", nginx)
        }
    }
}

/// The change of the TLS client of an app with which the loads meet ATS, and the text about it for the app's developer.
/// If the client or the server may be at fault, the change is the check that shows which of them is.
struct ClientChange: JSONWritable {
    /// The party to change: `the client`, or `the client or the server`.
    let party: String
    /// The change in one or more sentences.
    private let sentence: String
    /// The faults and the change, for the developer.
    private let developerSentence: String

    /// Creates the change that the advice names; nil if it names none.
    init?(_ changes: [AdvisedChange]) {
        let changes = changes.filter { $0.step == .client || $0.step == .either }
        guard !changes.isEmpty else { return nil }
        party = Self.party(isCertainlyClient: changes.contains { $0.step == .client })
        sentence = changes.flatMap(\.fixes).map(\.sentence).joined(separator: " ")
        developerSentence = changes.map(\.sentence).joined(separator: " ")
    }

    /// Creates the change that removes recorded findings; nil if the client is not at fault in any of them.
    init?(_ findings: [Finding]) {
        let faults = findings.filter(\.mayBeOfClient)
        guard !faults.isEmpty else { return nil }
        party = Self.party(isCertainlyClient: faults.contains { $0.cause == .clientHello })
        sentence = faults.map { ServerFix(for: $0).sentence }.distinct.joined(separator: " ")
        developerSentence = "\(faults.map(\.message).joined(separator: " ")) \(sentence)"
    }

    private static func party(isCertainlyClient: Bool) -> String {
        isCertainlyClient ? "the client" : "the client or the server"
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("sentence", sentence)
            json.member("developer", developerSentence)
        }
    }
}

extension Finding {
    /// Whether the client is at fault, or may be.
    fileprivate var mayBeOfClient: Bool { cause == .clientHello || cause == .unknownSide }
}
