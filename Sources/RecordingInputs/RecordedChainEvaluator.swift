import OpenSSL
import Recordings
import TransportSecurity

/// Evaluates recorded chains against a trust store and the roots that were recorded for their server.
///
/// The roots in which the chains of a server ended are trusted for this server as when they were recorded. An option
/// replaces them: `--roots` those of the system, `--ca-file` those of a user. System roots that are known here are
/// trusted only where the store of the system has them.
package final class RecordedChainEvaluator {
    private let store: TrustStore
    private let replacesSystemRoots: Bool
    private let replacesUserRoots: Bool
    private let evaluator: ChainEvaluator
    /// The evaluators with further roots, by these. Most servers share one.
    private var others: [RecordedRoots: ChainEvaluator] = [:]

    /// The largest number of evaluators to keep.
    private static let limit = 64
    /// The number of chains that each evaluator remembers. Each load of a server is judged at another time.
    private static let chainLimit = 1024

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

    private func evaluator(trusting roots: RecordedRoots) -> ChainEvaluator {
        let system = replacesSystemRoots ? [] : roots.system.subtracting(store.systemRoots)
        let user = replacesUserRoots ? [] : roots.user.subtracting(store.userRoots)
        guard !system.isEmpty || !user.isEmpty else { return evaluator }
        if let known = others[roots] { return known }
        func isBefore(_ left: [UInt8], _ right: [UInt8]) -> Bool { left.lexicographicallyPrecedes(right) }
        var extended = store
        extended.addSystemRoots(system.sorted(by: isBefore))
        extended.userRoots += user.sorted(by: isBefore)
        let made = ChainEvaluator(extended, rememberingChains: Self.chainLimit)
        if others.count >= Self.limit { others = [:] }
        others[roots] = made
        return made
    }
}
