import Testing

@testable import TransportSecurity

@Suite struct LoadErrorTests {
    /// Under ATS, whatever the certificates are: -1200 with -9802 (uservoice-ios-sdk 382, firebase/quickstart-ios 339,
    /// countly-sdk-flutter-bridge 97).
    @Test(arguments: [LoadError.Trust.root, .chain, .expired, .hostname, .other])
    func trustUnderATSHasOneCode(failure: LoadError.Trust) {
        let error = Sample.requirements().error(of: .trust(failure))
        #expect(error.code == .secureConnectionFailed && error.status == .fatalAlert)
    }

    /// Where ATS leaves it to the app: -1202 with the code of the cause (WebRTC-Demo 47: -9813; munkireport-php 1539:
    /// -9807; AlamofireImage 380, sparkle 2123, alpha-wallet-ios 4076: -9843).
    @Test(
        arguments: [
            (.root, .noRootCertificate), (.chain, .certificateChainInvalid), (.expired, .certificateExpired),
            (.hostname, .hostNameMismatch), (.other, nil),
        ] as [(LoadError.Trust, StatusCode?)])
    func trustWithoutATSHasTheCodeOfTheCause(failure: LoadError.Trust, status: StatusCode?) {
        let off = Sample.requirements(change: Sample.off)
        let error = off.error(of: .trust(failure))
        #expect(error.code == .certificateUntrusted && error.status == status)
        #expect(error.text.contains("“example.com”"))
    }

    @Test(
        arguments: [
            (.alert(40), .peerHandshakeFailure), (.alert(70), .peerProtocolVersion), (.alert(120), nil),
            (.closed, .closedAbort), (.notTLS, nil), (.malformed("bad"), nil), (.timedOut, nil), (nil, nil),
        ] as [(HandshakeFailure?, StatusCode?)])
    func handshakeHasTheCodeOfWhatHappened(failure: HandshakeFailure?, status: StatusCode?) {
        let error = Sample.requirements().error(of: .handshake(failure))
        #expect(error.code == .secureConnectionFailed && error.status == status)
    }
}
