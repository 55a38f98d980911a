/// The last part of a certificate's lifetime, in which the certificate ought to be replaced.
public enum RenewalWindow: Hashable, Sendable {
    /// The last third of the lifetime, in which ACME clients renew by default (Let's Encrypt, "Integration Guide",
    /// section "When to Renew"; Caddy, `renewal_window_ratio`).
    case lastThird
    /// A number of seconds before the end.
    case duration(seconds: Int64)

    /// The length of the window in seconds, for a certificate that is valid between these times.
    public func length(from notBefore: Instant, to notAfter: Instant) -> Int64 {
        switch self {
        case .lastThird: return max(0, notAfter.seconds - notBefore.seconds) / 3
        case .duration(let seconds): return seconds
        }
    }
}
