import InternetNames
import Testing
import TransportSecurity

@Suite struct TunnelObservationTests {
    @Test(
        arguments: [
            (.hello(.init(serverName: "a.example")), "a.example"), (.hello(.init(serverName: nil)), nil),
            (.cleartext("x"), nil), (.serverSpokeFirst("x"), nil), (.unreadable, nil),
        ] as [(TunnelObservation.Opening, ByteString?)])
    func hasAHelloOnlyIfTheTunnelBeganWithOne(opening: TunnelObservation.Opening, name: ByteString?) {
        #expect(TunnelObservation(opening).hello?.serverName == name)
    }

    @Test(arguments: [(0x0303, TLSVersion.tls1_2), (0x7F1C, nil)] as [(UInt16, TLSVersion?)])
    func namesKnownVersions(code: UInt16, version: TLSVersion?) {
        let agreement = TunnelObservation.Agreement(versionCode: code, cipherSuite: CipherSuite(rawValue: 0x1301))
        #expect(agreement.version == version)
    }
}
