import ForwardProxy
import InternetNames
import TLSMessages
import TransportSecurity

/// Whether the client of a tunnel accepts its server and the server its client, and the verdict of the tunnel that is
/// not recorded before that is known.
struct TunnelAcceptance {
    /// The client's reaction; nil until the tunnel has shown it, or is known not to tell it.
    private var reaction: Tunnel.ClientReaction?
    private var serverAlert: Alert?
    private var waiting: Judged?

    /// A verdict of a tunnel. An object, since most tunnels have none that waits.
    final class Judged {
        let tunnel: LoadDecision.TunnelRecord
        let reading: TunnelReading.Shared
        let time: Instant

        init(_ tunnel: LoadDecision.TunnelRecord, _ reading: TunnelReading.Shared, at time: Instant) {
            (self.tunnel, self.reading, self.time) = (tunnel, reading, time)
        }
    }

    /// Whether a verdict waits.
    var isAwaited: Bool { waiting != nil }

    /// Keeps a verdict that has to wait for the client's reaction. Returns false for a verdict that does not depend on
    /// later bytes, or that ends the tunnel.
    mutating func hold(_ judged: Judged, ending isEnd: Bool) -> Bool {
        let depends = judged.tunnel.dependsOnAcceptance || judged.tunnel.asksForClientCertificate
        guard reaction == nil, depends, !isEnd else { return false }
        waiting = judged
        return true
    }

    /// Notes the client's reaction in the tunnel, and returns the verdict that has waited for it.
    mutating func note(_ reaction: Tunnel.ClientReaction, serverAlert: Alert?) -> Judged? {
        (self.reaction, self.serverAlert) = (reaction, serverAlert)
        defer { waiting = nil }
        return waiting
    }

    /// The acceptance in the recording for a verdict that does not wait any more.
    func said(of tunnel: LoadDecision.TunnelRecord) -> Bool? { tunnel.accepted(reaction ?? .untold) }

    /// The missing answer to a client that was asked for a certificate, for a verdict that does not wait any more; nil
    /// if the server asked for none, or exchanged data with the client.
    func missingCertificate(_ judged: Judged) -> MissingCertificate? {
        guard judged.tunnel.asksForClientCertificate, !judged.reading.value.isResumed, reaction != .accepted else {
            return nil
        }
        return MissingCertificate(serverAlert: judged.reading.value.serverAlert ?? serverAlert)
    }

    /// A server asked for a client certificate, and exchanged no data with the client.
    struct MissingCertificate {
        /// The fatal alert of the server; nil if there was none, or if it was encrypted.
        var serverAlert: Alert?

        /// The note on it.
        func note(on host: Host) -> Note {
            let end =
                serverAlert.map { "and ended the handshake with the alert \($0.name)" }
                ?? "and no data followed, so that nothing shows that it accepts one"
            return Note(.clientCertificate, "\(host) asked for a client certificate in the tunnel, \(end).")
        }
    }
}
