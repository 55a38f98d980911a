import InternetNames
import Testing
import TransportSecurity

@Suite struct URLErrorCodeTests {
    private static let cleartext =
        "The resource could not be loaded because the App Transport Security policy requires the use of a secure connection."
    private static let ssl = "An SSL error has occurred and a secure connection to the server cannot be made."
    private static let tls = "A TLS error caused the secure connection to fail."
    private static let trust =
        "The certificate for this server is invalid. You might be connecting to a server that is pretending to be "
        + "“abc.example” which could put your confidential information at risk."

    /// The texts in public reports: firebase/quickstart-ios 339 (iOS 11), BuglyDevTeam/Bugly-iOS 106 (iOS 16),
    /// AlamofireImage 380 (iOS 13), maitrungduc1410/WebRTC-Demo 47 (iOS 18), ruddarr/app 557 (iOS 26).
    @Test(
        arguments: [
            (.requiresSecureConnection, .iOS(9), cleartext), (.requiresSecureConnection, .iOS(26, 2), cleartext),
            (.secureConnectionFailed, .iOS(9), ssl), (.secureConnectionFailed, .iOS(18, 7), ssl),
            (.secureConnectionFailed, .iOS(26), tls), (.secureConnectionFailed, .iOS(27), tls),
            (.secureConnectionFailed, .macOS(15, 6), ssl), (.secureConnectionFailed, .macOS(26), tls),
            (.secureConnectionFailed, .watchOS(11), ssl), (.secureConnectionFailed, .visionOS(26), tls),
            (.secureConnectionFailed, OSVersion(.system, 27), tls),
            (.certificateUntrusted, .iOS(13), trust), (.certificateUntrusted, .iOS(26), trust),
        ] as [(URLErrorCode, OSVersion, String)])
    func hasTheTextOfTheSystem(code: URLErrorCode, os: OSVersion, text: String) {
        #expect(code.text(on: os, host: .name("abc.example")) == text)
    }

    /// No report of a failure of trust has -1201, -1203 or -1204.
    @Test func hasThreeCodes() {
        #expect(Set(URLErrorCode.allCases.map(\.rawValue)) == [-1022, -1200, -1202])
    }
}
