import Probing
import ForwardProxy
import InternetNames
import OpenSSL
import Probing
import TransportSecurity

/// What the rules look at in a tunnel.
extension LoadEnvironment {
    /// What was read of a tunnel to that address, with the chain that its server showed evaluated under our trust
    /// store, and with what was assessed.
    ///
    /// Timestamps and staple come only to a client that asks, and issuers that the server left out only to one that
    /// fetches them. Where the server shows the certificate that was assessed, those of the assessment stand in.
    func observation(
        of reading: TunnelReading, to address: IPAddress?, under requirements: Requirements, beside facts: ServerFacts?
    ) -> TunnelObservation {
        var tunnel = reading.observation
        tunnel.address = address
        tunnel.assessed = facts?.observation
        tunnel.assessedAddress = facts?.address
        guard var handshake = reading.handshake(under: requirements) else { return tunnel }
        if case .secure(let assessed, _) = facts?.observation, case .hello(var hello) = tunnel.opening,
            assessed.certificates.first == handshake.certificates.first
        {
            handshake.certificateTimestamps = handshake.certificateTimestamps ?? assessed.certificateTimestamps
            handshake.certificateStatus = handshake.certificateStatus ?? assessed.certificateStatus
            handshake.fetchedIssuers = assessed.fetchedIssuers
            hello.asksForTimestamps = true
            hello.asksForStaple = true
            tunnel.opening = .hello(hello)
        }
        tunnel.presented = .secure(handshake, context.evaluate(handshake))
        return tunnel
    }
}
