import Foundation
import Testing
import TransportSecurity

@testable import AppBundle

/// Policies from the public documentation of well-known frameworks, with the expected findings.
@Suite struct KnownPoliciesTests {
    /// All findings as `severity kind key`, in the order of the file.
    private func findings(_ content: String, readBy os: OSVersion = .newest) throws -> [String] {
        try LintRow.lints(content, readBy: os).map { lint in
            let key: String
            switch lint.path.components.last {
            case .key(let text), .name(let text): key = text
            case .index, nil: key = ""
            }
            return "\(lint.severity) \(lint.id.rawValue.dropFirst("lint.".count)) \(key)"
        }
    }

    /// The templates of React Native since 0.71 and of Expo, which have no findings.
    @Test func reactNativeAndExpo() throws {
        let content = """
            <key>NSAllowsArbitraryLoads</key><false/>
            <key>NSAllowsLocalNetworking</key><true/>
            """
        #expect(try findings(content).isEmpty)
    }

    /// The earlier template of React Native, which has an exception for development.
    @Test func reactNativeBefore() throws {
        let content = """
            <key>NSAllowsArbitraryLoads</key><true/>
            <key>NSExceptionDomains</key>
            <dict>
                <key>localhost</key>
                <dict>
                    <key>NSExceptionAllowsInsecureHTTPLoads</key>
                    <true/>
                </dict>
            </dict>
            """
        #expect(
            try findings(content) == [
                "warning arbitrary-loads NSAllowsArbitraryLoads", "advice review NSAllowsArbitraryLoads",
                "advice localhost localhost", "advice review NSExceptionAllowsInsecureHTTPLoads",
            ])
    }

    /// The Mobile Ads SDK of 2016 to 2020: one key for iOS 9, the others for later systems, as Apple documented it.
    @Test func adMob() throws {
        let content = """
            <key>NSAllowsArbitraryLoads</key>
            <true/>
            <key>NSAllowsArbitraryLoadsForMedia</key>
            <true/>
            <key>NSAllowsArbitraryLoadsInWebContent</key>
            <true/>
            """
        let reviews = ["", "ForMedia", "InWebContent"].map { "advice review NSAllowsArbitraryLoads\($0)" }
        #expect(try findings(content) == ["warning voided-key NSAllowsArbitraryLoads"] + reviews)
    }

    /// The later Mobile Ads SDK, with keys for media and web content, which need a justification.
    @Test func adMobToday() throws {
        let content = """
            <key>NSAllowsArbitraryLoadsForMedia</key>
            <true/>
            <key>NSAllowsArbitraryLoadsInWebContent</key>
            <true/>
            """
        #expect(
            try findings(content) == ["ForMedia", "InWebContent"].map { "advice review NSAllowsArbitraryLoads\($0)" })
    }

    /// The output of Unity for "Allow downloads over HTTP", which turns ATS off.
    @Test func unity() throws {
        #expect(
            try findings("<key>NSAllowsArbitraryLoads</key><true/>") == [
                "warning arbitrary-loads NSAllowsArbitraryLoads", "advice review NSAllowsArbitraryLoads",
            ])
    }

    /// Plugins of Expo with keys that void each other.
    @Test func expoPlugins() throws {
        let content = """
            <key>NSAllowsArbitraryLoads</key><true/>
            <key>NSAllowsArbitraryLoadsInWebContent</key><true/>
            <key>NSAllowsLocalNetworking</key><true/>
            """
        #expect(
            try findings(content + domain("localhost")) == [
                "warning voided-key NSAllowsArbitraryLoads", "advice review NSAllowsArbitraryLoads",
                "advice review NSAllowsArbitraryLoadsInWebContent", "advice localhost localhost",
                "advice review NSExceptionAllowsInsecureHTTPLoads",
            ])
    }

    /// Hooks of early Ionic versions, in the spelling of the first betas of iOS 9, which no current system reads.
    @Test func ionicHooks() throws {
        let key = "NSTemporaryExceptionAllowsInsecureHTTPLoads"
        let content = domain("pokeapi.co", "<key>\(key)</key><true/>")
        #expect(try findings(content) == ["error legacy-spelling \(key)"])
        #expect(try findings(content, readBy: OSVersion(.ios, 12, 2)) == ["warning legacy-spelling \(key)"])
    }

    /// Guides of other advertisers from the same years, with a mistake from Apple's documentation.
    @Test func advertisersWithAppleSMistake() throws {
        let content = """
            <key>NSAllowsArbitraryLoads</key><true/>
            <key>NSAllowsArbitraryLoadsInMedia</key><true/>
            """
        #expect(
            try findings(content) == [
                "error misspelt-key NSAllowsArbitraryLoadsInMedia", "warning arbitrary-loads NSAllowsArbitraryLoads",
                "advice review NSAllowsArbitraryLoads",
            ])
    }

    /// Facebook's SDK 4 for iOS 9, whose keys no current system reads.
    private static let facebook = """
        <key>NSExceptionDomains</key>
        <dict>
            <key>facebook.com</key>
            <dict>
                <key>NSIncludesSubdomains</key><true/>
                <key>NSThirdPartyExceptionRequiresForwardSecrecy</key><false/>
            </dict>
            <key>akamaihd.net</key>
            <dict>
                <key>NSIncludesSubdomains</key><true/>
                <key>NSThirdPartyExceptionRequiresForwardSecrecy</key><false/>
            </dict>
        </dict>
        """

    @Test func facebook() throws {
        let key = "NSThirdPartyExceptionRequiresForwardSecrecy"
        #expect(try findings(Self.facebook) == ["error legacy-spelling \(key)", "error legacy-spelling \(key)"])
        #expect(
            try findings(Self.facebook, readBy: OSVersion(.ios, 9)) == [
                "warning legacy-spelling \(key)", "warning public-suffix akamaihd.net",
                "warning legacy-spelling \(key)",
            ])
    }

    /// The output of Cordova for `<access origin="http://*.example.com" minimum-tls-version="TLSv1.1" />`.
    @Test func cordova() throws {
        let content = domain(
            "example.com",
            """
            <key>NSIncludesSubdomains</key><true/>
            <key>NSExceptionAllowsInsecureHTTPLoads</key><true/>
            <key>NSExceptionMinimumTLSVersion</key><string>TLSv1.1</string>
            <key>NSExceptionRequiresForwardSecrecy</key><false/>
            """)
        #expect(
            try findings(content) == [
                "advice review NSExceptionAllowsInsecureHTTPLoads", "advice review NSExceptionMinimumTLSVersion",
            ])
    }

    /// A policy that Cordova users wrote by hand, with a wildcard as in config.xml and keys from a forum.
    @Test func cordovaByHand() throws {
        let content = domain(
            "*.example.com",
            """
            <key>NSTemporaryExceptionAllowsInsecureHTTPLoads</key><true/>
            <key>NSTemporaryExceptionMinimumTLSVersion</key><string>1.1</string>
            """)
        #expect(
            try findings(content) == [
                "error domain-wildcard *.example.com",
                "error legacy-spelling NSTemporaryExceptionAllowsInsecureHTTPLoads",
                "error legacy-spelling NSTemporaryExceptionMinimumTLSVersion",
                "error tls-version NSTemporaryExceptionMinimumTLSVersion",
            ])
    }

    /// The example of Flutter's page on insecure connections, with one host.
    @Test func flutter() throws {
        let content = domain(
            "example.com", "<key>NSIncludesSubdomains</key><true/><key>NSExceptionAllowsInsecureHTTPLoads</key><true/>")
        #expect(try findings(content) == ["advice review NSExceptionAllowsInsecureHTTPLoads"])
    }

    /// The address of a developer's machine, as in apps of Flutter and React Native.
    @Test func aDevelopersServer() throws {
        let port = domain("http://192.168.1.20:8081")
        #expect(
            try findings(port) == [
                "error domain-scheme http://192.168.1.20:8081", "advice review NSExceptionAllowsInsecureHTTPLoads",
            ])
        #expect(
            try findings(domain("192.168.1.20")) == [
                "advice no-effect 192.168.1.20", "advice review NSExceptionAllowsInsecureHTTPLoads",
            ])
    }

    /// The emulators of Firebase, with the policy that its page advises and with the necessary one.
    @Test func firebase() throws {
        let content = "<key>NSAllowsLocalNetworking</key><true/>" + domain("localhost")
        #expect(
            try findings(content) == [
                "advice localhost localhost", "advice review NSExceptionAllowsInsecureHTTPLoads",
            ])
        #expect(try findings("<key>NSAllowsLocalNetworking</key><true/>").isEmpty)
    }

    /// The example of Xamarin's guide, which relaxes everything, with each key spelled correctly.
    @Test func xamarin() throws {
        let content = domain(
            "www.example.com",
            """
            <key>NSExceptionMinimumTLSVersion</key><string>TLSv1.0</string>
            <key>NSExceptionRequiresForwardSecrecy</key><false/>
            <key>NSExceptionAllowsInsecureHTTPLoads</key><true/>
            <key>NSIncludesSubdomains</key><true/>
            """)
        #expect(
            try findings(content) == [
                "advice review NSExceptionMinimumTLSVersion", "advice review NSExceptionAllowsInsecureHTTPLoads",
            ])
    }

    /// Apple's own example of NSPinnedDomains.
    @Test func applesPins() throws {
        let content = pinned(
            "example.org",
            """
            <key>NSIncludesSubdomains</key><true/>
            <key>NSPinnedCAIdentities</key>
            <array><dict><key>SPKI-SHA256-BASE64</key><string>\(digest)</string></dict></array>
            """)
        #expect(
            try findings(content) == [
                "advice pin-subdomains NSIncludesSubdomains", "advice pin-backup NSPinnedCAIdentities",
            ])
    }
}
