import TLSMessages
import TransportSecurity

extension TunnelObservation.Hello {
    /// Creates the observation of a client's hello.
    ///
    /// - Parameter agreed: The suite that the server chose; nil if no answer was read.
    init(_ hello: ClientHello, agreed: CipherSuite?) {
        self.init(
            serverName: hello.serverName, mayHideName: hello.encryptedClientHello != nil,
            versions: hello.versions, cipherSuites: Self.decisiveSuites(of: hello, agreed: agreed),
            asksForTimestamps: hello.requestsCertificateTimestamps,
            asksForStaple: hello.requestsCertificateStatus)
    }

    /// The suites that tell which side is at fault for the agreed suite; nil if no policy forbids that suite.
    private static func decisiveSuites(
        of hello: ClientHello, agreed: CipherSuite?
    ) -> [CipherSuite]? {
        guard let agreed, !CipherSuites.niap.contains(agreed) else { return nil }
        let offered = Set(hello.cipherSuites)
        return CipherSuites.ofSystems.filter(offered.contains)
    }
}
