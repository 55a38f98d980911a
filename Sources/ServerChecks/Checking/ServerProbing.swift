import Networking
import OpenSSL
import Probing
import Settings
import TransportSecurity

extension NetworkSettings {
    /// The settings of probes by commands that ask servers once.
    package func probeSettings(trust: TrustStore) -> ProbeSettings {
        ProbeSettings(trust: trust, limits: limits, resolve: overrides, fetchesIssuers: fetchesIssuers)
    }
}

extension CommandFailure {
    /// The failure of the event loop, or of its timers and sockets, before any server was asked.
    package init(probing error: SystemError) {
        self.init(.software, "cannot probe servers: \(error.operation): \(error.text)")
    }
}
