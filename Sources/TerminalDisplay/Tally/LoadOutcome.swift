import Events
import TransportSecurity

/// The outcome of a load by all decisions on it so far, for the colours and the summary of the terminal. The cases are
/// in order from the best to the worst.
public enum LoadOutcome: Hashable, Comparable, Sendable, CaseIterable {
    /// Nothing is violated, or ATS does not apply.
    case allowed
    /// Trust in the server failed, and the tunnel shows that the app accepted it nevertheless.
    case accepted
    /// The load is not judged, because the client says that it is a browser.
    case notJudged
    /// The network or the request failed.
    case failed
    /// Trust in the server failed: the load fails unless the app accepts it.
    case failsUnlessAccepted
    /// ATS is violated, and the load was let through to be recorded.
    case wouldBlock
    /// ATS is violated, and the load was blocked.
    case blocked

    /// Creates the outcome of a load with one decision.
    public init(_ event: borrowing DecisionEvent) {
        switch event.decision {
        case .blocked: self = .blocked
        case .wouldBlock: self = .wouldBlock
        case .failed: self = .failed
        case .allowed where event.isClaimedByClient: self = .notJudged
        case .allowed where !event.warnings.isEmpty: self = event.accepted == true ? .accepted : .failsUnlessAccepted
        case .allowed: self = .allowed
        }
    }

    /// The outcome after a further decision on the same load: the worse of the two outcomes. An exception is a decision
    /// which shows that the app accepts its server, because the first decision cannot know this.
    public func after(_ event: borrowing DecisionEvent) -> LoadOutcome {
        let next = LoadOutcome(event)
        if self == .failsUnlessAccepted, event.accepted == true, next < self { return .accepted }
        return max(self, next)
    }
}

extension DecisionEvent {
    /// Whether the load is not judged because the client says that it is a browser. A User-Agent can lie.
    public var isClaimedByClient: Bool { policy?.reason == .notSubject && app?.api == LoadingAPI.none }
}
