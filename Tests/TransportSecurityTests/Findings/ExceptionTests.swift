import InternetNames
import Testing

@testable import TransportSecurity

@Suite struct ExceptionTests {
    @Test func repeatsRelaxationsThatAlreadyHold() {
        let requirements = Sample.requirements {
            $0.allowsInsecureHTTPLoads = true
            $0.requiresForwardSecrecy = false
            $0.minimumTLSVersion = .tls1_1
        }
        #expect(
            requirements.exception([ATSKey.exceptionMinimumTLSVersion: .string("TLSv1.0")])?.keys == [
                "NSExceptionAllowsInsecureHTTPLoads": .boolean(true),
                "NSExceptionRequiresForwardSecrecy": .boolean(false),
                "NSExceptionMinimumTLSVersion": .string("TLSv1.0"),
            ])
    }

    @Test(arguments: [(9, nil as String?), (16, nil), (17, "2001:db8::1")])
    func namesAddressesFromIOS17(major: Int, domain: String?) throws {
        let address = try #require(IPAddress("2001:DB8:0::1"))
        let requirements = Sample.requirements(OSVersion(.ios, major)) { $0.host = .address(address) }
        #expect(requirements.exception([ATSKey.exceptionAllowsInsecureHTTPLoads: .boolean(true)])?.domain == domain)
    }

    @Test(arguments: [("ios16", nil as String?), ("ios17", "127.0.0.1")])
    func namesAddressesForAppsOfTheSDKOfIOS17(linkedSDK: String, domain: String?) throws {
        let policy = Policy(
            [ATSKey.allowsLocalNetworking: .boolean(false)], readBy: OSVersion(.ios, 26),
            linkedSDK: try OSVersion(name: linkedSDK))
        let requirements = policy.requirements(for: .address(.v4(0x7F00_0001)), kind: .urlSession)
        #expect(requirements.applies)
        #expect(requirements.exception([:])?.domain == domain)
    }

    @Test func keepsTheTrailingDotOfTheHost() {
        let requirements = Sample.requirements { $0.host = .name("example.com.") }
        #expect(requirements.exception([:])?.domain == "example.com.")
    }

    @Test func offersNoExceptionIfATSIsOff() {
        let off = Sample.requirements(change: Sample.off)
        #expect(off.exception([ATSKey.exceptionAllowsInsecureHTTPLoads: .boolean(true)]) == nil)
        #expect(off.exception(sending: Offer(generation: .current, minimumVersion: .tls1_0)) == nil)
    }

    @Test func underACleartextExceptionTrustFailuresHaveNoException() {
        let requirements = Sample.requirements { $0.allowsInsecureHTTPLoads = true }
        let finding = requirements.trustFinding(.certificateTrust, "m", expected: "e", actual: "a")
        #expect(finding.urlError == -1202 && finding.exception == nil)
    }
}
