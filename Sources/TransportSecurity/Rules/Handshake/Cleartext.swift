/// A load in cleartext needs an exception.
public struct Cleartext: Rule {
    public static let id = RuleID.cleartext
    public static let citation = Citation(
        "Apple, NSExceptionAllowsInsecureHTTPLoads", "Use this key to allow insecure loads")

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        guard case .cleartext(let scheme) = observation, requirements.applies else { return .notApplicable }
        guard !requirements.allowsInsecureHTTPLoads else { return .compliant }
        return .violation(
            Finding(
                rule: Self.id,
                message: "The load from \(requirements.host) goes in cleartext, which the policy does not permit.",
                expected: scheme == .ws ? "wss" : "https", actual: "cleartext",
                error: requirements.error(of: .cleartext),
                exception: requirements.exception([ATSKey.exceptionAllowsInsecureHTTPLoads: .boolean(true)]),
                cause: scheme == .ws ? .webSocket : nil))
    }
}
