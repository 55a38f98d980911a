import ForwardProxy
import InternetNames
import TLSMessages
import TransportSecurity

/// Whether the client of a tunnel accepts its server and the server its client, whether the load fails in the tunnel,
/// and the verdict of the tunnel that is not recorded before that is known.
struct TunnelAcceptance {
    /// The client's reaction; nil until the tunnel has shown it, or is known not to tell it.
    private var reaction: Tunnel.ClientReaction?
    private var serverAlert: Alert?
    private var waiting: Judged?
    /// The failure of the load in its tunnel that no decision has so far; nil if there is none.
    var failure: LoadFailure?
    /// Whether a decision has the failure.
    private(set) var hasToldFailure = false

    /// A verdict of a tunnel. An object, which is passed on by reference.
    final class Judged {
        let tunnel: LoadDecision.TunnelRecord
        let reading: TunnelReading.Shared
        /// Whether the server is not the one that was probed, whose facts were forgotten for that.
        let hasServerChanged: Bool
        let time: Instant

        init(
            _ tunnel: LoadDecision.TunnelRecord, _ reading: TunnelReading.Shared, hasServerChanged: Bool,
            at time: Instant
        ) {
            (self.tunnel, self.reading, self.time) = (tunnel, reading, time)
            self.hasServerChanged = hasServerChanged
        }
    }

    /// Keeps a verdict, in place of an earlier one, until the client's reaction is known. Returns false if it is known,
    /// or if the verdict ends the tunnel.
    mutating func hold(_ judged: Judged, ending isEnd: Bool) -> Bool {
        waiting = reaction != nil || isEnd ? nil : judged
        return waiting != nil
    }

    /// Notes the client's reaction in the tunnel, and returns the verdict that has waited for it.
    mutating func note(_ reaction: Tunnel.ClientReaction, serverAlert: Alert?) -> Judged? {
        (self.reaction, self.serverAlert) = (reaction, serverAlert)
        defer { waiting = nil }
        return waiting
    }

    /// Takes the failure for a verdict that does not wait any more; nil if there is none.
    mutating func takeFailure() -> LoadFailure? {
        if failure != nil { hasToldFailure = true }
        return failure.take()
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
