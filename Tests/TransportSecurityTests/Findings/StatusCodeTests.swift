import Testing
import TransportSecurity

@Suite struct StatusCodeTests {
    /// The codes of SecBase.h and CFNetworkErrors.h.
    @Test(arguments: [
        (-1022, StatusCode.requiresSecureConnection), (-9802, .fatalAlert), (-9806, .closedAbort),
        (-9807, .certificateChainInvalid), (-9813, .noRootCertificate), (-9814, .certificateExpired),
        (-9843, .hostNameMismatch),
    ])
    func isApplesCode(number: Int, code: StatusCode) {
        #expect(code.rawValue == number)
        #expect(StatusCode(rawValue: number) == code)
    }

    /// Logs of apps: -9824 after handshake_failure, -9836 after protocol_version, -9838 after internal_error.
    @Test(arguments: [(40, -9824), (70, -9836), (80, -9838), (112, -9865), (116, -9863)] as [(UInt8, Int)])
    func isTheCodeOfTheAlert(alert: UInt8, code: Int) {
        #expect(StatusCode(alert: alert)?.rawValue == code)
    }

    @Test(arguments: [0, 1, 41, 120, 255] as [UInt8])
    func someAlertsHaveNone(alert: UInt8) {
        #expect(StatusCode(alert: alert) == nil)
    }

    /// No public report has one of the codes for violations of ATS.
    @Test func noCodeIsInternal() {
        for code in -9890 ... -9880 { #expect(StatusCode(rawValue: code) == nil) }
    }
}
