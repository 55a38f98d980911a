import Foundation
import InternetNames
import SetupPages
import Testing

@testable import ConfigurationProfiles

@Suite struct ProfileDocumentTests {
    private static let proxy = Authority(host: .address(.v4(0xC0A8_0114)), port: 8080)

    /// Profiles with every combination of proxy, reach and network.
    private static let profiles: [DeviceProfile] = {
        var profiles: [DeviceProfile] = []
        let settings: [DeviceProfile.Proxy] = [
            .manual(proxy, userName: nil),
            .manual(Authority(host: .name("proxy.example"), port: 1), userName: "anna & bo"),
            .automatic(Authority(host: .address(.v6(high: 0xFD00 << 48, low: 1)), port: 65535)),
        ]
        for setting in settings {
            for isGlobal in [false, true] {
                for security in WiFiNetwork.Security.allCases + [nil] {
                    let network = security.flatMap { kind in
                        try? WiFiNetwork(
                            name: "Büro <1>", security: kind,
                            password: kind == .none ? nil : WiFiPassword("p&ss <w>rd"),
                            isHidden: isGlobal)
                    }
                    if let profile = try? DeviceProfile(network: network, isGlobal: isGlobal, proxy: setting) {
                        profiles.append(profile)
                    }
                }
            }
        }
        return profiles
    }()

    private static func read(_ document: [UInt8]) throws -> [String: Any] {
        let list = try PropertyListSerialization.propertyList(from: Data(document), format: nil)
        return try #require(list as? [String: Any])
    }

    private static func payloads(_ profile: DeviceProfile) throws -> [[String: Any]] {
        try #require(try read(ProfileDocument(profile).xml())["PayloadContent"] as? [[String: Any]])
    }

    @Test func profilesObeyApplesSchema() throws {
        // Two forms of proxy times networks of four kinds and no network, globally or not; nothing at all is no profile.
        #expect(Self.profiles.count == 3 * (4 + 5))
        for profile in Self.profiles {
            let document = try Self.read(try ProfileDocument(profile).xml())
            #expect(PayloadKey.faults(of: document, under: PayloadKey.topLevel) == [])
            #expect(document["PayloadRemovalDisallowed"] as? Bool == false)
            let payloads = try #require(document["PayloadContent"] as? [[String: Any]])
            #expect(payloads.count == (profile.network == nil ? 0 : 1) + (profile.isGlobal ? 1 : 0))
            for payload in payloads {
                let type = try #require(payload["PayloadType"] as? String)
                let keys = try #require(PayloadKey.payloads[type], "\(type)")
                #expect(PayloadKey.faults(of: payload, under: keys) == [])
                #expect(payload["ProxyPassword"] == nil)
            }
            let all = [document] + payloads
            #expect(Set(all.compactMap { $0["PayloadUUID"] as? String }).count == all.count)
            #expect(Set(all.compactMap { $0["PayloadIdentifier"] as? String }).count == all.count)
            #expect(all.allSatisfy { UUID(uuidString: $0["PayloadUUID"] as? String ?? "") != nil })
        }
    }

    /// The check of the tests themselves finds faults.
    @Test func faultsAreFound() {
        let faults = PayloadKey.faults(
            of: [
                "PayloadType": "com.apple.wifi.managed", "PayloadVersion": true, "ProxyType": "Automatic", "Proxy": "a",
                "ProxyServerPort": 65536, "HIDDEN_NETWORK": "false",
            ], under: PayloadKey.payloads["com.apple.wifi.managed"] ?? [])
        #expect(
            faults == [
                "HIDDEN_NETWORK is no boolean", "PayloadIdentifier is missing", "PayloadUUID is missing",
                "PayloadVersion is no integer", "Proxy is no key", "ProxyServerPort is 65536", "ProxyType is Automatic",
            ])
    }

    @Test func aNetworkHasItsProxy() throws {
        let network = try WiFiNetwork(
            name: "Büro <1>", security: .wpa2, password: try WiFiPassword("p&ss <w>rd"), isHidden: true)
        let manual = try #require(
            try Self.payloads(
                DeviceProfile(network: network, isGlobal: false, proxy: .manual(Self.proxy, userName: "anna"))
            ).first)
        #expect(manual["SSID_STR"] as? String == "Büro <1>" && manual["Password"] as? String == "p&ss <w>rd")
        #expect(manual["HIDDEN_NETWORK"] as? Bool == true && manual["EncryptionType"] as? String == "WPA2")
        #expect(manual["ProxyType"] as? String == "Manual" && manual["ProxyServer"] as? String == "192.168.1.20")
        #expect(manual["ProxyServerPort"] as? Int == 8080 && manual["ProxyUsername"] as? String == "anna")
        let automatic = try #require(
            try Self.payloads(DeviceProfile(network: network, isGlobal: false, proxy: .automatic(Self.proxy))).first)
        #expect(automatic["ProxyType"] as? String == "Auto" && automatic["ProxyServer"] == nil)
        #expect(automatic["ProxyPACURL"] as? String == "http://192.168.1.20:8080/proxy.pac")
        #expect(automatic["ProxyPACFallbackAllowed"] as? Bool == false)
    }

    /// The network has no proxy of its own, because a global proxy applies to it.
    @Test func aGlobalProxyIsThatOfTheNetwork() throws {
        let network = try WiFiNetwork(name: "a", security: .none, password: nil, isHidden: false)
        let payloads = try Self.payloads(
            DeviceProfile(network: network, isGlobal: true, proxy: .manual(Self.proxy, userName: nil)))
        #expect(
            payloads.compactMap { $0["PayloadType"] as? String } == [
                "com.apple.wifi.managed", "com.apple.proxy.http.global",
            ])
        #expect(payloads.compactMap { $0["ProxyType"] as? String } == ["None", "Manual"])
        #expect(payloads[0]["Password"] == nil && payloads[0]["EncryptionType"] as? String == "None")
    }

    /// A newer profile replaces an older one, because the identifier is the same and the UUID is not.
    @Test func theIdentifierStays() throws {
        let profile = try DeviceProfile(network: nil, isGlobal: true, proxy: .manual(Self.proxy, userName: nil))
        let (first, second) = (
            try Self.read(try ProfileWriter().document(of: profile)),
            try Self.read(try ProfileWriter().document(of: profile))
        )
        #expect(first["PayloadIdentifier"] as? String == "setup.ats.profile")
        #expect(first["PayloadIdentifier"] as? String == second["PayloadIdentifier"] as? String)
        #expect(first["PayloadUUID"] as? String != second["PayloadUUID"] as? String)
        #expect((first["PayloadDescription"] as? String)?.contains("VPN & Device Management") == true)
    }
}
