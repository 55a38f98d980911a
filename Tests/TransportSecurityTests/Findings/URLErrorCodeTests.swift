import Testing
import TransportSecurity

@Suite struct URLErrorCodeTests {
    /// The codes of NSURLError.h, and the beginnings of the system's texts.
    @Test(arguments: [
        (-1022, URLErrorCode.requiresSecureConnection, "The resource could not be loaded because the App Transport"),
        (-1200, .secureConnectionFailed, "An SSL error has occurred"),
        (-1201, .certificateHasBadDate, "The certificate for this server is invalid."),
        (-1202, .certificateUntrusted, "The certificate for this server is invalid."),
        (-1203, .certificateHasUnknownRoot, "The certificate for this server is invalid."),
        (-1204, .certificateNotYetValid, "The certificate for this server is not yet valid."),
    ])
    func isApplesCode(number: Int, code: URLErrorCode, text: String) {
        #expect(code.rawValue == number)
        #expect(code.text.hasPrefix(text) && code.text.hasSuffix("."))
    }
}
