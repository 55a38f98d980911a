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
