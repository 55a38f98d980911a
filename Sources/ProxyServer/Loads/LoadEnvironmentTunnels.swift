import ForwardProxy
import InternetNames
import OpenSSL
import Probing
import TransportSecurity

/// The observations of tunnels, for the rules.
extension LoadEnvironment {
    /// The observation of a tunnel to that address, with the chain of its server evaluated under our trust store, and
    /// with the result of the probe.
    ///
    /// Timestamps and staple come only to a client that asks, and issuers that the server left out only to one that
    /// fetches them. Where the server shows the certificate that was probed, those of the probe stand in.
    func observation(
        of reading: TunnelReading, to address: IPAddress?, under requirements: Requirements, beside facts: ServerFacts?
    ) -> TunnelObservation {
        var tunnel = reading.observation
        tunnel.address = address
        tunnel.probed = facts?.observation
        tunnel.probedAddress = facts?.address
        guard var handshake = reading.handshake(under: requirements) else { return tunnel }
        if case .secure(let probed, _) = facts?.observation, case .hello(var hello) = tunnel.opening,
            let leaf = probed.certificates.first, let shown = handshake.certificates.first,
            leaf.hasSameBytes(as: shown)
        {
            handshake.certificateTimestamps = handshake.certificateTimestamps ?? probed.certificateTimestamps
            handshake.certificateStatus = handshake.certificateStatus ?? probed.certificateStatus
            handshake.fetchedIssuers = probed.fetchedIssuers
            hello.asksForTimestamps = true
            hello.asksForStaple = true
            tunnel.opening = .hello(hello)
        }
        tunnel.presented = .secure(handshake, context.evaluate(handshake, for: requirements.os))
        return tunnel
    }
}
