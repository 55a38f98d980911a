import ForwardProxy
import TransportSecurity

/// Whether the client of a tunnel accepts its server, and the judgement of the tunnel that is not recorded before that is
/// known.
struct TunnelAcceptance {
    /// Whether the tunnel has shown it, or does not tell.
    private var isKnown: Bool
    private var accepted: Bool?
    private var waiting: Judged?

    /// A judgement of a tunnel. It is an object, since most tunnels have none that waits.
    final class Judged {
        let tunnel: LoadDecision.TunnelRecord
        let reading: TunnelReading
        let time: Instant

        init(_ tunnel: LoadDecision.TunnelRecord, _ reading: TunnelReading, at time: Instant) {
            (self.tunnel, self.reading, self.time) = (tunnel, reading, time)
        }
    }

    /// The acceptance in a tunnel that has not begun. Where TLS is required, nothing depends on the client.
    init(under enforcement: Tunnel.Enforcement) {
        isKnown = enforcement == .tlsRequired
    }

    /// Whether the judgement waits now. One that does not depend on the client, or that ends the tunnel, does not.
    mutating func holds(_ judged: Judged, ending isEnd: Bool) -> Bool {
        guard !isKnown, judged.tunnel.dependsOnAcceptance, !isEnd else { return false }
        waiting = judged
        return true
    }

    /// Notes what the tunnel has shown, and returns the judgement that has waited for it.
    mutating func note(_ accepted: Bool?) -> Judged? {
        (isKnown, self.accepted) = (true, accepted)
        defer { waiting = nil }
        return waiting
    }

    /// What the recording says of a judgement that does not wait any more.
    func said(of tunnel: LoadDecision.TunnelRecord) -> Bool? { tunnel.accepted(accepted) }
}
