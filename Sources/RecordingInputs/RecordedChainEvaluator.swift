import OpenSSL
import Recordings
import TransportSecurity

/// Evaluates recorded chains against a trust store and the roots that were recorded for their server.
///
/// The roots in which the recorded chains of a server ended are trusted for this server. The option `--roots` replaces
/// the recorded roots of the system, and `--ca-file` those of a user. A recorded root that the trust store has is
/// trusted only for the systems for which the store has it.
package final class RecordedChainEvaluator {
    private let store: TrustStore
    private let replacesSystemRoots: Bool
    private let replacesUserRoots: Bool
    private let evaluator: ChainEvaluator
    /// The evaluators that also trust recorded roots, by these roots. Most servers share one.
    private var extendedEvaluators: [RecordedRoots: ChainEvaluator] = [:]

    /// The largest number of evaluators with recorded roots. At this number, all are removed.
    private static let limit = 64
    /// The number of chains that each evaluator remembers. Each load of a server is judged at another time.
    private static let chainLimit = 1024

    /// Creates an evaluator with a trust store.
    ///
    /// - Parameters:
    ///   - replacesSystemRoots: Whether the store replaces the recorded roots of the system.
    ///   - replacesUserRoots: Whether the store replaces the recorded roots of users.
    package init(_ store: TrustStore, replacesSystemRoots: Bool, replacesUserRoots: Bool) {
        self.store = store
        self.replacesSystemRoots = replacesSystemRoots
        self.replacesUserRoots = replacesUserRoots
        evaluator = ChainEvaluator(store, rememberingChains: Self.chainLimit)
    }

    /// The evaluation of a handshake's certificates.
    package func evaluate(
        _ handshake: Handshake, for os: OSVersion, at time: Instant, trusting roots: RecordedRoots
    ) -> ChainEvaluation {
        evaluator(trusting: roots).evaluate(handshake, for: os, at: time)
    }

    /// The evaluator that also trusts the recorded roots of a server.
    private func evaluator(trusting roots: RecordedRoots) -> ChainEvaluator {
        let system = replacesSystemRoots ? [] : roots.system.subtracting(store.systemRoots)
        let user = replacesUserRoots ? [] : roots.user.subtracting(store.userRoots)
        guard !system.isEmpty || !user.isEmpty else { return evaluator }
        if let evaluator = extendedEvaluators[roots] { return evaluator }
        func isBefore(_ left: [UInt8], _ right: [UInt8]) -> Bool { left.lexicographicallyPrecedes(right) }
        var extended = store
        extended.addSystemRoots(system.sorted(by: isBefore))
        extended.userRoots += user.sorted(by: isBefore)
        let evaluator = ChainEvaluator(extended, rememberingChains: Self.chainLimit)
        if extendedEvaluators.count >= Self.limit { extendedEvaluators = [:] }
        extendedEvaluators[roots] = evaluator
        return evaluator
    }
}
