import Testing

@testable import TransportSecurity

/// Offers compared with captured hellos of Apple's systems, of which the bytes are published.
@Suite struct CapturedHelloOffersTests {
    /// A captured hello: suites, groups and signature schemes in its order, without GREASE, signalling values and
    /// repetitions.
    struct Capture: Sendable, CustomTestStringConvertible {
        var client: String
        var source: String
        var os: OSVersion
        /// Whether the client restricts itself to the suites of ATS.
        var isUnderATS = false
        var suites: [UInt16]
        var groups: [UInt16]
        var schemes: [UInt16]

        var testDescription: String { "\(client), \(source)" }

        var offer: Offer {
            let requirements = Sample.requirements(os) { if !isUnderATS { Sample.off(&$0) } }
            return Offer(judging: requirements)
        }
    }

    private static let testssl = "testssl.sh, etc/client-simulation.txt, 0d6ab6b6"
    private static let impersonate = "curl-impersonate, tests/signatures, 1f4c382a"

    static let captures: [Capture] = [
        Capture(
            client: "Apple ATS 9 (iOS 9)", source: testssl, os: .iOS(9), isUnderATS: true,
            suites: [
                0xC02C, 0xC02B, 0xC024, 0xC00A, 0xC023, 0xC009, 0xC030, 0xC02F, 0xC028, 0xC027, 0xC013,
            ], groups: [23, 24, 25], schemes: [0x0501, 0x0401, 0x0201, 0x0503, 0x0403, 0x0203]),
        Capture(
            client: "Safari 9 (iOS 9, OS X 10.11)", source: testssl, os: .iOS(9),
            suites: [
                0xC02C, 0xC02B, 0xC024, 0xC023, 0xC00A, 0xC009, 0xC008, 0xC030, 0xC02F, 0xC028, 0xC027, 0xC014, 0xC013,
                0xC012, 0x009D, 0x009C, 0x003D, 0x003C, 0x0035, 0x002F, 0x000A, 0xC007, 0xC011, 0x0005, 0x0004,
            ], groups: [23, 24, 25], schemes: [0x0501, 0x0401, 0x0201, 0x0503, 0x0403, 0x0203]),
        Capture(
            client: "Safari 10 (iOS 10, macOS 10.12)", source: testssl, os: .iOS(10),
            suites: [
                0xC02C, 0xC02B, 0xC024, 0xC023, 0xC00A, 0xC009, 0xC008, 0xC030, 0xC02F, 0xC028, 0xC027, 0xC014, 0xC013,
                0xC012, 0x009D, 0x009C, 0x003D, 0x003C, 0x0035, 0x002F, 0x000A,
            ], groups: [23, 24, 25],
            schemes: [0x0401, 0x0201, 0x0501, 0x0601, 0x0403, 0x0203, 0x0503, 0x0603]),
        Capture(
            client: "Safari 12.1 (macOS 10.13.6)", source: testssl, os: .macOS(10, 13),
            suites: [
                0xC02C, 0xC02B, 0xC024, 0xC023, 0xC00A, 0xC009, 0xCCA9, 0xC030, 0xC02F, 0xC028, 0xC027, 0xC014, 0xC013,
                0xCCA8, 0x009D, 0x009C, 0x003D, 0x003C, 0x0035, 0x002F,
            ], groups: [29, 23, 24, 25],
            schemes: [0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0806, 0x0601, 0x0201]),
        Capture(
            client: "Safari 12.1 (iOS 12.2)", source: testssl, os: .iOS(12, 2),
            suites: [
                0x1303, 0x1301, 0x1302, 0xC02C, 0xC02B, 0xC024, 0xC023, 0xC00A, 0xC009, 0xCCA9, 0xC030, 0xC02F, 0xC028,
                0xC027, 0xC014, 0xC013, 0xCCA8, 0x009D, 0x009C, 0x003D, 0x003C, 0x0035, 0x002F, 0xC008, 0xC012, 0x000A,
            ], groups: [29, 23, 24, 25],
            schemes: [0x0403, 0x0804, 0x0401, 0x0503, 0x0203, 0x0805, 0x0501, 0x0806, 0x0601, 0x0201]),
        Capture(
            client: "Safari 13.0 (macOS 10.14.6)", source: testssl, os: .macOS(10, 14),
            suites: [
                0x1303, 0x1301, 0x1302, 0xC02C, 0xC02B, 0xC024, 0xC023, 0xC00A, 0xC009, 0xCCA9, 0xC030, 0xC02F, 0xC028,
                0xC027, 0xC014, 0xC013, 0xCCA8, 0x009D, 0x009C, 0x003D, 0x003C, 0x0035, 0x002F, 0xC008, 0xC012, 0x000A,
            ], groups: [29, 23, 24, 25],
            schemes: [0x0403, 0x0804, 0x0401, 0x0503, 0x0203, 0x0805, 0x0501, 0x0806, 0x0601, 0x0201]),
        Capture(
            client: "Safari 15.3 (macOS 11.6.4)", source: "curl-impersonate, tests/signatures", os: .macOS(11),
            suites: [
                0x1301, 0x1302, 0x1303, 0xC02C, 0xC02B, 0xCCA9, 0xC030, 0xC02F, 0xCCA8, 0xC024, 0xC023, 0xC00A, 0xC009,
                0xC028, 0xC027, 0xC014, 0xC013, 0x009D, 0x009C, 0x003D, 0x003C, 0x0035, 0x002F, 0xC008, 0xC012, 0x000A,
            ], groups: [29, 23, 24, 25],
            schemes: [0x0403, 0x0804, 0x0401, 0x0503, 0x0203, 0x0805, 0x0501, 0x0806, 0x0601, 0x0201]),
        Capture(
            client: "Safari 15.4 (macOS 12.3.1)", source: testssl, os: .macOS(12, 3), suites: modern,
            groups: [29, 23, 24, 25],
            schemes: [0x0403, 0x0804, 0x0401, 0x0503, 0x0203, 0x0805, 0x0501, 0x0806, 0x0601, 0x0201]),
        Capture(
            client: "Safari 18.4 (iOS 18.4)", source: testssl, os: .iOS(18, 4), suites: modern,
            groups: [29, 23, 24, 25],
            schemes: [0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0806, 0x0601, 0x0201]),
        Capture(
            client: "Safari 18.4 (macOS 15.4)", source: testssl, os: .macOS(15, 4), suites: modern,
            groups: [29, 23, 24, 25],
            schemes: [0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0806, 0x0601, 0x0201]),
        Capture(
            client: "Safari 26.0 (macOS 26)", source: impersonate, os: .macOS(26), suites: modern,
            groups: [4588, 29, 23, 24, 25],
            schemes: [0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0806, 0x0601, 0x0201]),
    ]

    /// The suites from Safari 15.4 on, whose order differs in the first three only.
    private static let modern: [UInt16] = [
        0x1301, 0x1302, 0x1303, 0xC02C, 0xC02B, 0xCCA9, 0xC030, 0xC02F, 0xCCA8, 0xC00A, 0xC009, 0xC014, 0xC013, 0x009D,
        0x009C, 0x0035, 0x002F, 0xC008, 0xC012, 0x000A,
    ]

    @Test(arguments: captures)
    func offersWhatTheCaptureHas(capture: Capture) {
        let offer = capture.offer
        #expect(Set(offer.cipherSuites.map(\.rawValue)) == Set(capture.suites))
        #expect(offer.cipherSuites.count == capture.suites.count)
        #expect(offer.groups.map(\.rawValue) == capture.groups)
        #expect(offer.signatureSchemes.map(\.rawValue) == capture.schemes)
    }

    @Test(arguments: captures)
    func offersNoSuiteThatNoCaptureHas(capture: Capture) {
        let never = [
            "_DHE_", "_DH_", "_ECDH_", "_ARIA_", "_CAMELLIA_", "_CCM", "_anon_", "_NULL_", "_EXPORT_", "_PSK_",
        ]
        for suite in capture.offer.cipherSuites {
            #expect(!never.contains { suite.name.contains($0) }, "\(suite.name)")
        }
    }

    /// A P-521 key needs this scheme in TLS 1.3, and may be used with another in TLS 1.2.
    @Test(arguments: ATSGeneration.allCases, [Offer.Selection.forwardSecret, .rsaKeyTransport, .platform])
    func offersNoSignatureOfP521WithTLS13(generation: ATSGeneration, selection: Offer.Selection) {
        let offer = Offer(generation: generation, minimumVersion: .tls1_2, selection: selection)
        #expect(offer.versions.upperBound < .tls1_3 || !offer.signatureSchemes.contains(.ecdsaP521SHA512))
        #expect(Offer(generation: generation, isPermissive: true).signatureSchemes.contains(.ecdsaP521SHA512))
    }
}
