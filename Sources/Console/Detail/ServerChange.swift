import Advice
import JSONWriting
import Reports
import TransportSecurity

/// What to change on a server, and what to tell its operator.
struct ServerChange: JSONWritable {
    private let sentence: String
    private let operatorSentence: String
    private let nginx: [String]

    /// The change of an advice.
    init(_ change: AdvisedChange) {
        sentence = change.remedies.map(\.sentence).joined(separator: " ")
        operatorSentence = change.sentence
        nginx = Self.nginx(of: change.remedies)
    }

    /// The change that removes recorded findings; nil if they are about cleartext alone.
    init?(_ findings: [Finding]) {
        let faults = findings.filter { $0.rule != .cleartext && $0.rule != .tunnelCleartext }
        guard !faults.isEmpty else { return nil }
        var remedies: [ServerRemedy] = []
        for remedy in faults.map(ServerRemedy.init(for:)) where !remedies.contains(remedy) { remedies.append(remedy) }
        sentence = remedies.map(\.sentence).joined(separator: " ")
        operatorSentence = "\(faults.map(\.message).joined(separator: " ")) \(sentence)"
        nginx = Self.nginx(of: remedies)
    }

    /// The configurations, each once: several rules may have the same.
    private static func nginx(of remedies: [ServerRemedy]) -> [String] {
        var known: Set<String> = []
        return remedies.compactMap(\.nginx).filter { known.insert($0).inserted }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("sentence", sentence)
            json.member("operator", operatorSentence)
            json.member("nginx", nginx)
        }
    }
}
