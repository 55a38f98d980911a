import InternetNames
import Testing
import TransportSecurity

/// Restates testBuiltInExceptions of SecProtocolConfigurationTest.m.
@Suite struct BuiltInExceptionsTests {
    @Test(
        arguments: [
            ("apple.com", .tls1_2), ("csd4.apple.com", .tls1_2), ("setup.icloud.com", .tls1_2),
            ("ls.apple.com", .tls1_0), ("gs.apple.com", .tls1_0), ("geo.apple.com", .tls1_0),
            ("is.autonavi.com", .tls1_0), ("apple-mapkit.com", .tls1_0),
        ] as [(String, TLSVersion)])
    func holdsFrom18Point4(name: String, version: TLSVersion) throws {
        let host = try #require(Host(name))
        for dictionary in [[:], ["NSAllowsArbitraryLoads": true]] as [[String: PropertyValue]] {
            let requirements = Policy(dictionary, readBy: OSVersion(.ios, 18, 4))
                .requirements(for: host, kind: .urlSession)
            #expect(requirements.reason == .builtInException)
            #expect(requirements.allowsInsecureHTTPLoads)
            #expect(!requirements.requiresForwardSecrecy)
            #expect(requirements.minimumTLSVersion == version)
        }
        let before = Policy([:], readBy: OSVersion(.ios, 18, 3)).requirements(for: host, kind: .urlSession)
        #expect(before.reason == .default)
    }

    /// testExceptionOverridesBuiltInException.
    @Test(
        arguments: [
            ("apple.com", false, .tls1_3), ("csd4.apple.com", false, .tls1_2), ("setup.icloud.com", false, .tls1_3),
            ("test.setup.icloud.com", false, .tls1_2), ("ls.apple.com", true, .tls1_0),
        ] as [(String, Bool, TLSVersion)])
    func anEntryOfTheAppReplacesTheBuiltInOne(name: String, allowsCleartext: Bool, version: TLSVersion) throws {
        let policy = Policy(
            [
                "NSExceptionDomains": [
                    "apple.com": ["NSExceptionMinimumTLSVersion": "TLSv1.3", "NSIncludesSubdomains": false],
                    "setup.icloud.com": ["NSExceptionMinimumTLSVersion": "TLSv1.3"],
                ]
            ], readBy: .newest)
        let requirements = policy.requirements(for: try #require(Host(name)), kind: .urlSession)
        #expect(requirements.allowsInsecureHTTPLoads == allowsCleartext)
        #expect(requirements.minimumTLSVersion == version)
    }

    @Test func aMalformedEntryOfTheAppReplacesNothing() throws {
        let policy = Policy(["NSExceptionDomains": ["apple.com": "YES"]], readBy: .newest)
        let requirements = policy.requirements(for: try #require(Host("apple.com")), kind: .urlSession)
        #expect(requirements.reason == .builtInException)
    }
}
