import Metrics
import TransportSecurity

/// One worker's counts of the decisions in one mode.
///
/// A property for each decision, since a table would have to compute the hash of a text for each load.
struct ModeCounters: Sendable {
    /// The loads that were decided on. A load may have a second decision, on its tunnel.
    let loads = Counter()
    /// The loads whose outcome is a failure of the network or of the request, each once.
    let failedLoads = Counter()
    private let allowed = Counter()
    private let blocked = Counter()
    private let wouldBlock = Counter()
    private let failed = Counter()

    /// The counter of a decision.
    func counter(of decision: Decision) -> Counter {
        switch decision {
        case .allowed: return allowed
        case .blocked: return blocked
        case .wouldBlock: return wouldBlock
        case .failed: return failed
        }
    }
}
