/// The outcome of a load.
public enum Decision: String, CaseIterable, Codable, Sendable {
    /// Nothing is violated, or ATS does not apply.
    case allowed
    /// Something is violated, and violations are enforced.
    case blocked
    /// Something is violated, and it was let through to be recorded.
    case wouldBlock = "would-block"
    /// No verdict: the network or the request failed, or a limitation of the proxy left a necessary fact unproven.
    case failed
}

/// The consequence of a violation.
public enum Mode: String, CaseIterable, Codable, Sendable {
    /// The load is blocked.
    case enforce
    /// The load passes, and the violation is recorded.
    case observe
}

extension Verdict {
    /// The outcome of the load in the given mode. Violations block in `enforce`, and so does an unproven condition;
    /// warnings and notes never do.
    public func decision(in mode: Mode) -> Decision {
        switch mode {
        case .enforce:
            guard violations.isEmpty else { return .blocked }
            return unproven == nil ? .allowed : .failed
        case .observe:
            return violations.isEmpty ? .allowed : .wouldBlock
        }
    }
}
