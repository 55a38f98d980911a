import Testing
import TransportSecurity

@testable import ErrorCatalogue

@Suite struct ErrorCatalogueTests {
    @Test func noCodeAndNoNameIsListedTwice() {
        let entries = ErrorCatalogue.entries
        #expect(Set(entries.compactMap(\.code)).count == entries.count)
        #expect(Set(entries.map(\.name)).count == entries.count)
        #expect(Set(ErrorSentences.codes.map(\.sentence)).count == ErrorSentences.codes.count)
        #expect(Set(ErrorSentences.alerts.map(\.code)).count == ErrorSentences.alerts.count)
    }

    @Test(arguments: ErrorCatalogue.entries + ErrorSentences.others + ErrorSentences.accompanying)
    func everyErrorIsExplained(error: ErrorExplanation) {
        #expect(error.meaning.hasSuffix(".") && !error.causes.isEmpty && !error.advice.isEmpty)
        #expect(PastedLog(error.name).explanations == [error])
        if let code = error.code { #expect(PastedLog("\(code)").explanations == [error]) }
    }

    @Test func everySentenceStandsForAKnownCode() {
        for (sentence, code) in ErrorSentences.codes {
            #expect(sentence == sentence.lowercased() && ErrorCatalogue.byCode[code] != nil, "\(sentence)")
        }
        #expect(ErrorSentences.alerts.allSatisfy { ErrorCatalogue.byCode[$0.code] != nil })
    }

    /// Numbers and names of the registry "TLS Alerts", and the codes of Apple's `SecureTransport.h`.
    @Test(arguments: [
        (10, "unexpected message", -9819), (20, "bad record mac", -9820), (40, "handshake failure", -9824),
        (42, "bad certificate", -9825), (43, "unsupported certificate", -9826), (44, "certificate revoked", -9827),
        (45, "certificate expired", -9828), (46, "certificate unknown", -9829), (47, "illegal parameter", -9830),
        (48, "unknown ca", -9831), (49, "access denied", -9832), (50, "decode error", -9833),
        (70, "protocol version", -9836), (71, "insufficient security", -9837), (80, "internal error", -9838),
        (112, "unrecognized name", -9865), (116, "certificate required", -9863),
    ])
    func alertsHaveTheirRegisteredNamesAndPublishedCodes(number: UInt8, name: String, code: Int) {
        let alert = ErrorSentences.alerts.first { $0.number == number }
        #expect(alert?.name == name && alert?.code == code)
    }

    /// What findings show as `status` is explained, whoever sent the alert.
    @Test(arguments: StatusCode.allCases)
    func everyStatusOfAFindingIsExplained(status: StatusCode) {
        #expect(ErrorExplanation(code: status.rawValue) != nil)
    }

    /// Findings no longer show these, but logs of the TLS library may.
    @Test(arguments: -9886 ... -9880)
    func internalCodesAreStillExplained(code: Int) {
        let error = ErrorExplanation(code: code)
        #expect(error?.rules.isEmpty == false && error?.meaning.contains("apps are known to see -1200") == true)
    }

    /// `SecureTransport.h` and `SecBase.h` name all numbers in these ranges, and no others from -9800 to -9899.
    @Test func theRangeOfTLSIsComplete() {
        let published = Array(-9865...(-9800)) + Array(-9886...(-9880)) + [-9890]
        let range = ErrorCatalogue.entries.compactMap(\.code).filter((-9899 ... -9800).contains)
        #expect(Set(range) == Set(published))
    }

    /// With ATS off, public reports have -1202 for a wrong name, an unknown root and an expired certificate alike.
    @Test func theUntrustedCertificateMayBeOutOfDate() {
        #expect(ErrorExplanation(code: -1202)?.causes.contains { $0.hasPrefix("It has expired") } == true)
    }

    /// Samples of each table against the headers.
    @Test(arguments: [
        (-999, "NSURLErrorCancelled"), (-1022, "NSURLErrorAppTransportSecurityRequiresSecureConnection"),
        (-1104, "NSURLErrorFileOutsideSafeArea"), (-1206, "NSURLErrorClientCertificateRequired"),
        (-3007, "NSURLErrorDownloadDecodingFailedToComplete"), (-9845, "errSSLDecryptionFail"),
        (-9846, "errSSLBadRecordMac"), (-9847, "errSSLRecordOverflow"), (-9851, "errSSLClientHelloReceived"),
        (-9865, "errSSLUnrecognizedName"), (-9886, "errSSLATSCertificateTrustViolation"),
        (-67602, "errSecHostNameMismatch"), (-67609, "errSecInvalidExtendedKeyUsage"), (-67843, "errSecNotTrusted"),
        (-67818, "errSecCertificateExpired"), (-67901, "errSecCertificateValidityPeriodTooLong"),
        (-25318, "errSecCreateChainFailed"), (310, "kCFErrorHTTPSProxyConnectionFailure"), (54, "ECONNRESET"),
    ])
    func codesHaveTheirPublishedNames(code: Int, name: String) {
        #expect(ErrorCatalogue.byCode[code]?.name == name)
    }

    @Test func swiftNamesAreThoseOfURLError() {
        for name in [
            ".badURL", ".timedOut", ".cannotFindHost", ".dnsLookupFailed", ".httpTooManyRedirects", ".cancelled",
            ".appTransportSecurityRequiresSecureConnection", ".secureConnectionFailed", ".unsupportedURL",
        ] {
            #expect(ErrorCatalogue.byName[name] != nil, "\(name)")
        }
    }
}
