import Testing
import TransportSecurity

@Suite struct ATSKeyTests {
    @Test func threeKeysHaveLegacySpellings() {
        #expect(
            ATSKey.legacySpellings(of: ATSKey.exceptionAllowsInsecureHTTPLoads) == [
                "NSTemporaryExceptionAllowsInsecureHTTPLoads", "NSThirdPartyExceptionAllowsInsecureHTTPLoads",
            ])
        #expect(ATSKey.legacySpellings(of: ATSKey.exceptionMinimumTLSVersion).count == 2)
        #expect(ATSKey.legacySpellings(of: ATSKey.exceptionRequiresForwardSecrecy).count == 2)
        #expect(ATSKey.legacySpellings(of: ATSKey.includesSubdomains).isEmpty)
        #expect(ATSKey.legacySpellings(of: ATSKey.exceptionRequiresNIAPTLSPackageVersion).isEmpty)
    }
}
