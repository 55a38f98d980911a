import Testing
import TransportSecurity

@Suite struct StatusCodeTests {
    /// The codes of SecBase.h and CFNetworkErrors.h.
    @Test(arguments: [
        (-1022, StatusCode.requiresSecureConnection), (-9802, .handshakeFailed), (-9880, .violation),
        (-9881, .minimumVersion), (-9882, .cipherSuite), (-9883, .minimumKeySize), (-9884, .leafHashAlgorithm),
        (-9885, .certificateHashAlgorithm), (-9886, .certificateTrust),
    ])
    func isApplesCode(number: Int, code: StatusCode) {
        #expect(code.rawValue == number)
        #expect(StatusCode(rawValue: number) == code)
    }

    @Test func otherNumbersAreNoCode() {
        #expect(StatusCode(rawValue: -9879) == nil)
        #expect(StatusCode(rawValue: 0) == nil)
    }
}
