import InternetNames
import Recording
import TransportSecurity

/// What one probe has found out about a server, shared by all loads that would send the same hello.
///
/// An immutable class, because copies of a large value would cost time with each load.
public final class Facts: Sendable {
    /// The destination.
    public let authority: Authority
    /// The address that was probed. Tunnels are connected to the same address.
    public let address: IPAddress
    /// What the judging hello led to, or, if it was refused, a relaxed one.
    public let observation: Observation
    /// When the probe ended, in milliseconds of `WallClock.elapsedMilliseconds`. The age of facts must not depend on a
    /// clock that may be set.
    public let foundAt: Int64
    /// The digest by which `decision` events name the `facts` event, `sha256:…`.
    public let id: String
    /// The part that `decision` events contain.
    public let summary: Rendered<TLSSummary>?

    /// Facts with these parts.
    public init(authority: Authority, address: IPAddress, observation: Observation, foundAt: Int64, id: String) {
        self.authority = authority
        self.address = address
        self.observation = observation
        self.foundAt = foundAt
        self.id = id
        summary = TLSSummary(observation).map { Rendered($0) }
    }

    /// Whether the server only closed the connection or fell silent, as a server does that restarts.
    var areTransient: Bool {
        if case .noHandshake(let failure) = observation { return failure.isOfTransport }
        return false
    }

    /// The summaries of those certificates. The ones from the probe are reused, because a server mostly shows the same
    /// certificates in every tunnel.
    public func summaries(of certificates: [Certificate]) -> [Rendered<CertificateSummary>] {
        certificates.map { summary(of: $0) ?? Rendered(CertificateSummary($0)) }
    }

    private func summary(of certificate: Certificate) -> Rendered<CertificateSummary>? {
        guard case .secure(_, let evaluation) = observation else { return nil }
        let place = evaluation.presented.firstIndex { $0.sha256 == certificate.sha256 }
        return place.flatMap { summary?.certificates[$0] }
    }
}
