/// What becomes of a load.
public enum Decision: String, Codable, Sendable {
    /// Nothing is violated, or ATS does not apply.
    case allowed
    /// Something is violated, and violations are enforced.
    case blocked
    /// Something is violated, and it was let through to be recorded.
    case wouldBlock = "would-block"
    /// No judgement: the network or the request failed.
    case failed
}

/// What follows from a violation.
public enum Mode: String, CaseIterable, Codable, Sendable {
    /// The load is blocked.
    case enforce
    /// The load passes, and what would have been blocked is recorded.
    case observe
}

extension Verdict {
    /// What becomes of the load in that mode: only violations count.
    public func decision(in mode: Mode) -> Decision {
        if violations.isEmpty { return .allowed }
        switch mode {
        case .enforce: return .blocked
        case .observe: return .wouldBlock
        }
    }
}
