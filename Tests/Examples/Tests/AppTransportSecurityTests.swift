import Foundation
import InfoPlist
import InternetNames
import Testing
import TransportSecurity

/// What this app's Info.plist permits, and what it must not permit.
@Suite struct AppTransportSecurityTests {
    private let infoPlist: URL
    private let policy: Policy

    init() throws {
        infoPlist = try #require(Bundle.module.url(forResource: "Info", withExtension: "plist", subdirectory: "App"))
        policy = try Policy(infoPlist: infoPlist, readBy: .iOS(18))
    }

    @Test func theAPIIsNotLoadedInCleartext() throws {
        let url = try LoadURL("http://api.example.com/v1/forecast")
        #expect(policy.verdict(for: url) == .blocked)
    }

    @Test func mapsMayBeLoadedInCleartext() throws {
        let url = try LoadURL("http://img.example.com/map.png")
        #expect(policy.verdict(for: url) == .allowed)
    }

    @Test func devicesInTheLocalNetworkMayBeLoadedInCleartext() throws {
        let url = try LoadURL("http://weather-station.local/status")
        #expect(policy.verdict(for: url) == .allowed)
    }

    /// The URLs of the app, as its own sources have them.
    private static let urls = [
        "https://api.example.com/v1/forecast", "https://legacy.example.com/archive", "http://img.example.com/map.png",
        "wss://api.example.com/v1/warnings",
    ].compactMap(URL.init(string:))

    @Test(arguments: urls)
    func theAppMayLoadEachOfItsURLs(url: URL) throws {
        let url = try LoadURL(url)
        #expect(policy.verdict(for: url) != .blocked)
    }

    @Test func theOldServerNeedsForwardSecrecy() throws {
        let url = try LoadURL("https://legacy.example.com/archive")
        let verdict = policy.verdict(for: url)
        #expect(verdict == .dependsOnServer)
        #expect(verdict.requirements.minimumTLSVersion == .tls1_1)
        #expect(verdict.requirements.requiresForwardSecrecy)
    }

    @Test func theBankHasAPinAndABackup() throws {
        let url = try LoadURL("https://bank.example.com")
        let pins = try #require(policy.verdict(for: url).requirements.pins)
        #expect(pins.authorities?.count == 2)
    }

    @Test(arguments: [(.iOS(16), .allowed), (.iOS(17), .blocked)] as [(OSVersion, PolicyVerdict.Decision)])
    func cleartextToAnAddressIsBlockedSinceIOS17(os: OSVersion, decision: PolicyVerdict.Decision) throws {
        let policy = try Policy(infoPlist: infoPlist, readBy: os)
        let url = try LoadURL("http://203.0.113.7/radar")
        #expect(policy.verdict(for: url) == decision)
    }

    @Test func arbitraryLoadsPermitCleartextToEveryHost() throws {
        let policy = try Policy(
            infoDictionary: ["NSAppTransportSecurity": ["NSAllowsArbitraryLoads": true]], readBy: .iOS(18))
        let url = try LoadURL("http://example.net")
        #expect(policy.verdict(for: url) == .allowed)
    }

    @Test func theAppGetsTheErrorOfATS() throws {
        let url = try LoadURL("http://api.example.com/v1/forecast")
        let violation = try #require(policy.verdict(for: url).violations.first)
        #expect(violation.rule == .cleartext)
        #expect(violation.urlError == URLError.Code.appTransportSecurityRequiresSecureConnection.rawValue)
    }

    /// The Info.plist of the built app, which only tests inside the app can read.
    @Test(.enabled(if: Bundle.main.bundleIdentifier != nil, "the tests do not run inside the app"))
    func theBuiltAppPermitsNoArbitraryLoads() throws {
        let dictionary = try #require(Bundle.main.infoDictionary)
        let policy = try Policy(infoDictionary: dictionary, readBy: .iOS(18))
        #expect(!policy.allowsArbitraryLoads)
    }
}
