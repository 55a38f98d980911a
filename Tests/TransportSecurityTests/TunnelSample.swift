import InternetNames
import TransportSecurity

/// A default tunnel, without violations.
extension Sample {
    static func tunnel(
        _ version: TLSVersion = .tls1_3, _ suite: UInt16 = 0x1301, name: ByteString? = "example.com",
        offering versions: [TLSVersion] = [.tls1_3, .tls1_2], change: (inout TunnelObservation) -> Void = { _ in }
    ) -> TunnelObservation {
        var tunnel = TunnelObservation(
            .hello(.init(serverName: name, versions: versions)),
            agreement: .init(versionCode: version.rawValue, cipherSuite: CipherSuite(rawValue: suite)))
        change(&tunnel)
        return tunnel
    }

    static func tunnel(_ opening: TunnelObservation.Opening) -> TunnelObservation {
        TunnelObservation(opening)
    }
}
